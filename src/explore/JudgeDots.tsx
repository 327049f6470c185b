/** Signs of `CaseLine._marks`, one for each run in the order of the choices. */
const STEP = 7;
const Y: Readonly<Record<string, number>> = { '+': 4, '-': 12, '.': 8 };

/** A dot for each judge: above for right, below for wrong, a small one between for none; the asked judge's has a ring. */
export function JudgeDots({ marks, asked }: { readonly marks: string; readonly asked: number }) {
  const signs = [...marks];
  const dots = (sign: string) =>
    signs.flatMap((one, i) => (one === sign ? [`M${i * STEP + 4} ${Y[sign]}h0`] : [])).join('');
  return (
    <svg className="judge-dots" width={signs.length * STEP + 2} height={16} aria-hidden="true">
      <path className="none" d={dots('.')} />
      <path className="right" d={dots('+')} />
      <path className="wrong" d={dots('-')} />
      {asked < 0 ? null : <circle cx={asked * STEP + 4} cy={Y[signs[asked] ?? '.']} r={3.6} />}
    </svg>
  );
}
