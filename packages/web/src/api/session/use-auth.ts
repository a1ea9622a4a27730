import { createContext, use } from 'react';
import type { client } from '../client.ts';
import type { KnownUser, Session } from './session-storage.ts';

/** The form of the first workspace. */
export type FirstWorkspace = Parameters<typeof client.auth.setup>[0];

/** The session and its actions. */
export type Auth = {
  readonly user: KnownUser | null;
  readonly token: string | null;
  /** True only with both a token and a user. */
  readonly isAuthenticated: boolean;
  /** The session ended during work; the page stays until the user signs in again. */
  readonly sessionEnded: boolean;
  /** The server's reason for the end of the session, if any. */
  readonly endedBecause: string | null;
  /** Signs in and shows a toast. Resolves to null, the error message, or that the account needs a code as well. */
  login(username: string, password: string, code?: string): Promise<string | { needsCode: true } | null>;
  /** Creates the first workspace and signs its administrator in. @throws HttpError */
  setUp(first: FirstWorkspace): Promise<void>;
  /** Uses a session opened by a one-time link or an identity provider, at this address. */
  enter(session: Session, address?: string): void;
  /** Revokes the session on the server and removes it here. */
  logout(): Promise<void>;
  /** Switches to another workspace of the user and clears the data of the previous one. @throws HttpError */
  switchTo(tenantId: string): Promise<void>;
  /** Removes a session that the server no longer knows, with its reason. */
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
