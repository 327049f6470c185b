import type { RatedRun } from '../../board/corrected.ts';

/** What works the numbers out comes when somebody reaches for the form: the page says one example by itself. */
async function enliven(form: HTMLFormElement): Promise<void> {
  const { enlivenCorrected } = await import('../../board/corrected.ts');
  enlivenCorrected(form, JSON.parse(form.dataset['runs'] ?? '[]') as readonly RatedRun[]);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.corrected'))
  for (const event of ['focusin', 'pointerenter'])
    form.addEventListener(event, () => void enliven(form), { once: true });
