import { createContext, use } from 'react';
import type { client } from '../client.ts';
import type { KnownUser, Session } from './session-storage.ts';

/** What the first workspace of an installation is made from. */
export type FirstWorkspace = Parameters<typeof client.auth.setup>[0];

/** The session and what can be done with it. */
export type Auth = {
  readonly user: KnownUser | null;
  readonly token: string | null;
  /** True only while both a token and a user are there. */
  readonly isAuthenticated: boolean;
  /** The session ended in the middle of work; the page stays as it is until somebody signs in again. */
  readonly sessionEnded: boolean;
  /** Why the session ended, in the server's words; null where it did not, or gave no reason. */
  readonly endedBecause: string | null;
  /** Signs in; a toast says how it went. Answers what went wrong, or null. */
  login(username: string, password: string): Promise<string | null>;
  /** Makes the first workspace and signs its administrator in. @throws HttpError */
  setUp(first: FirstWorkspace): Promise<void>;
  /** Takes over a session that a one-time link opened. */
  enter(session: Session): void;
  /** Revokes the session on the server and forgets it here. */
  logout(): Promise<void>;
  /** Goes on in another workspace of the same person; nothing of the one before stays in the page. @throws HttpError */
  switchTo(tenantId: string): Promise<void>;
  /** Forgets a session the server no longer knows, for the reason it gave. */
  forget(reason?: string): void;
};

/** Set by `AuthProvider`; read it through `useAuth`. */
export const AuthContext = createContext<Auth | null>(null);

/** The session. @throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
