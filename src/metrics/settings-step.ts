import { listedTable } from '../sql/quote.ts';
import { type Step, sqlStep } from '../sql/step.ts';
import type { Settings } from './settings.ts';

/** Gives the settings as a table `settings` of one row that the other tables read. */
export function settingsStep({ missing, zeros }: Settings): Step {
  const columns = { missing: 'VARCHAR', zeros: 'VARCHAR' };
  return sqlStep('table', 'settings', `FROM ${listedTable('settings', columns, [[missing, zeros]])}`);
}
