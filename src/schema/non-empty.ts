import './no-eval.ts';
import { z } from 'zod';

/** A text of at least one character. */
export const NonEmpty = z.string().min(1);
