import './no-eval.ts';
import { z } from 'zod';

const expecting = (protocol: RegExp, expected: string) => z.url({ protocol, error: expected });

/** An address of the web: the only kind that may become a link, since others run something (`javascript:`) or lead into the reader's machine. */
export const WebAddress = expecting(/^https?$/, 'an address that begins with https:// or http://');

/** An address whose answer nobody on the way can change. */
export const SecureAddress = expecting(/^https$/, 'an address that begins with https://');
