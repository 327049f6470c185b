import { ClientFailure, reasonOf } from '../../client/failure.ts';

/** What a visitor can be told of anything thrown while a figure is worked out. */
export function failureOf(error: unknown): ClientFailure {
  if (error instanceof ClientFailure) return error;
  const todo = 'Try again, or take back the last choice.';
  return new ClientFailure(
    'query-failed',
    { what: 'A figure could not be worked out.', why: reasonOf(error), todo },
    { cause: error },
  );
}
