import { enlivenCorrected, type RatedRun } from '../../board/corrected.ts';

for (const form of document.querySelectorAll<HTMLFormElement>('form.corrected'))
  enlivenCorrected(form, JSON.parse(form.dataset['runs'] ?? '[]') as readonly RatedRun[]);
