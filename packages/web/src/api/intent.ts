import { HttpError } from './http-error.ts';

/** Keeps the idempotency key of a user's action, so that a retry does not repeat it. */
export type Intent = {
  /** The key for this input: the same while its outcome is unknown, otherwise a new one. */
  keyFor(input: unknown): string;
  /** Reports how the last attempt ended; a definite answer ends the intent. */
  ended(error: unknown): void;
};

/** Answers that leave the outcome unknown or ask to retry. */
const uncertain = (error: unknown) =>
  !(error instanceof HttpError) ||
  error.status >= 500 ||
  error.status === 401 ||
  error.status === 429 ||
  error.code === 'IN_FLIGHT';

/** Creates an intent; `makeKey` must return unguessable keys. */
export function newIntent(makeKey: () => string = () => crypto.randomUUID()): Intent {
  let open: { key: string; input: string } | null = null;
  return {
    keyFor(input) {
      const text = JSON.stringify(input) ?? '';
      if (open?.input !== text) open = { key: makeKey(), input: text };
      return open.key;
    },
    ended(error) {
      if (!error || !uncertain(error)) open = null;
    },
  };
}
