import { everyEvalEver } from './every-eval-ever.ts';
import { genaiBench } from './genai-bench.ts';
import type { ImportFormat } from './ledger.ts';
import { sqlFormat, tableFormat } from './mapped.ts';
import { mmCritic } from './mm-critic.ts';
import { mmJudgebias } from './mm-judgebias.ts';
import { multiCrit } from './multi-crit.ts';
import { multiCritLmmsEval } from './multi-crit-lmms-eval.ts';
import { viescore, viescoreScores } from './viescore.ts';

export const FORMATS: readonly ImportFormat[] = [
  multiCrit,
  multiCritLmmsEval,
  mmJudgebias,
  mmCritic,
  genaiBench,
  viescore,
  viescoreScores,
  everyEvalEver,
  sqlFormat,
  tableFormat,
];
