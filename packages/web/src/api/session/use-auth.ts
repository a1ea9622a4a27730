import { createContext, use } from 'react';
import type { KnownUser } from './session-storage.ts';

/** The session and what can be done with it. */
export type Auth = {
  readonly user: KnownUser | null;
  readonly token: string | null;
  /** True only while both a token and a user are there. */
  readonly isAuthenticated: boolean;
  /** The session ended in the middle of work; the page stays as it is until somebody signs in again. */
  readonly sessionEnded: boolean;
  /** Signs in and answers whether it worked; either way a toast says so. */
  login(username: string, password: string): Promise<boolean>;
  /** Revokes the session on the server and forgets it here. */
  logout(): Promise<void>;
  /** Goes on in another workspace of the same person; nothing of the one before stays in the page. @throws HttpError */
  switchTo(tenantId: string): Promise<void>;
  /** Forgets a session the server no longer knows. */
  forget(): void;
};

/** Set by `AuthProvider`; read it through `useAuth`. */
export const AuthContext = createContext<Auth | null>(null);

/** The session. @throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
