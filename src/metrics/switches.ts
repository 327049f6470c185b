import type { Query } from '../sql/query.ts';
import { instanceColumns } from './items.ts';
import { funnels, pairSteps } from './pairs.ts';
import { EVERYWHERE } from './query.ts';
import type { Settings } from './settings.ts';

export interface Switch {
  /** The setting that it changes, and its parameter in the address of a board. */
  readonly id: 'missing' | 'zeros';
  /** What the setting says when it is on. */
  readonly on: string;
  readonly label: string;
  readonly about: string;
  readonly settings: Partial<Settings>;
  readonly protocols: readonly string[];
  /** Whether it can change a value, from the tables of the current database, with their `contributions` under the official settings. */
  readonly matters: (query: Query) => Promise<boolean>;
}

/** An answer that was expected and not read, or a question that a run in both orders asked in one. */
const UNANSWERED = `SELECT 1 FROM contributions WHERE metric IN ('coverage', 'all_orders_accuracy')
  AND ((metric = 'coverage' AND num < den) OR (metric = 'all_orders_accuracy' AND den < 2)) LIMIT 1`;

export const SWITCHES: readonly Switch[] = [
  {
    id: 'missing',
    on: 'wrong',
    label: 'Missing counts as wrong',
    about:
      'Every label in the splits or subsets that a run touched is expected of it, in both orders where it judged in both; what it has no answer for is wrong, and so is a critique without a readable verdict, which is otherwise left out.',
    settings: { missing: 'wrong' },
    protocols: ['pairwise', 'critique'],
    matters: async (query) => (await query(UNANSWERED)).length > 0,
  },
  {
    id: 'zeros',
    on: 'official',
    label: 'Official zeros',
    about:
      'A bias type whose scored pairs all start at 1 cannot drop, so it has no value here. The official code reports 0 for it and counts that in the averages.',
    settings: { zeros: 'official' },
    protocols: ['perturbation'],
    matters: async (query) => {
      const all = await funnels(query, EVERYWHERE, pairSteps(await instanceColumns(query)));
      return all.some((f) => f.dimension !== 'robustness' && f.parsed > 0 && f.scored === 0);
    },
  },
];
