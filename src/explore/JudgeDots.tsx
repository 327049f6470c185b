/** px between two dots at most, and of all dots together: a list of many judges is no wider than one of some. */
const STEP = 7;
const WIDTH = 176;
/** Signs of `CaseLine._marks`, one for each run in the order of the choices. */
const Y: Readonly<Record<string, number>> = { '+': 4, '-': 12, '.': 8 };

/** A dot for each judge: above for right, below for wrong, a small one between for none; the asked judge's has a ring. */
export function JudgeDots({ marks, asked }: { readonly marks: string; readonly asked: number }) {
  const signs = [...marks];
  const step = Math.min(STEP, WIDTH / signs.length);
  const at = (i: number): number => Math.round((i * step + 4) * 10) / 10;
  const dots = (sign: string) => signs.flatMap((one, i) => (one === sign ? [`M${at(i)} ${Y[sign]}h0`] : [])).join('');
  const size = Math.max(3, step - 2);
  return (
    <svg className="judge-dots" width={Math.ceil(signs.length * step + 2)} height={16} aria-hidden="true">
      <path className="none" d={dots('.')} />
      <path className="right" d={dots('+')} strokeWidth={size} />
      <path className="wrong" d={dots('-')} strokeWidth={size} />
      {asked < 0 ? null : <circle cx={at(asked)} cy={Y[signs[asked] ?? '.']} r={3.6} />}
    </svg>
  );
}
