import { HttpError } from '../../../api/http-error.ts';
import { browserSessionStorage, identityOf, readSession } from '../../../api/session/session-storage.ts';
import { readStored, writeStored } from '../../../base/browser-storage.ts';

/** The signed-in user in their workspace; null when signed out. */
export const currentOwner = () => identityOf(readSession(browserSessionStorage()));

/** Answers that sending again may change. */
const passing: readonly number[] = [401, 408, 409, 429];

/** A queue of this browser, kept in local storage under a key. */
export const queueIn = (key: string) => ({
  read: () => readStored(key),
  write: (text: string | null) => writeStored(key, text),
  owner: currentOwner,
  isOnline: () => navigator.onLine,
  isRejected: (error: unknown) =>
    error instanceof HttpError && error.status < 500 && !passing.includes(error.status),
});
