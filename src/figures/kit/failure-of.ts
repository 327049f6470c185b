import { ClientFailure, reasonOf } from '../../client/failure.ts';

/** Anything thrown while a figure is worked out, as what a visitor can be told. */
export function failureOf(error: unknown): ClientFailure {
  if (error instanceof ClientFailure) return error;
  const todo = 'Try again, or take back the last choice.';
  return new ClientFailure(
    'query-failed',
    { what: 'A figure could not be worked out.', why: reasonOf(error), todo },
    { cause: error },
  );
}
