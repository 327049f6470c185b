import type { ReactNode } from 'react';

interface OnPhoneProps {
  /** Whether the drawing itself fits on a phone, so that it needs no other. */
  readonly fits?: boolean;
  /** The same drawn for a phone. */
  readonly phone: ReactNode;
  readonly children: ReactNode;
}

/** Holds a drawing that is too wide for a phone, and the one that stands there in its place; the style sheet shows one of them. */
export function OnPhone({ fits = false, phone, children }: OnPhoneProps) {
  if (fits) return children;
  return (
    <>
      <div className="on-desk">{children}</div>
      <div className="on-phone">{phone}</div>
    </>
  );
}
