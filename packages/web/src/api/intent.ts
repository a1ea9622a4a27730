import { HttpError } from './http-error.ts';

/** Remembers the key of what a user is trying to do, so that trying again does it once. */
export type Intent = {
  /** The key for this input: the same one while its outcome is unknown, else a fresh one. */
  keyFor(input: unknown): string;
  /** Tells how the last try ended; an answer that is certain ends the intent. */
  ended(error: unknown): void;
};

/** Answers after which nobody knows whether the server acted, or which only ask to come again. */
const uncertain = (error: unknown) =>
  !(error instanceof HttpError) ||
  error.status >= 500 ||
  error.status === 401 ||
  error.status === 429 ||
  error.code === 'IN_FLIGHT';

/** A new intent; `makeKey` makes keys nobody can guess. */
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
