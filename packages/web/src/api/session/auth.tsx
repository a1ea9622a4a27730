import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { watchStored } from '../../base/browser-storage.ts';
import { clearNotices } from '../../ui/overlays/notices.ts';
import { dismissToasts, toast } from '../../ui/overlays/toast-queue.ts';
import { client } from '../client.ts';
import { HttpError } from '../http-error.ts';
import { messages } from '../messages.ts';
import { whenSessionEnds } from '../send.ts';
import {
  browserSessionStorage,
  identityOf,
  readSession,
  type Session,
  tokenKey,
  writeSession,
} from './session-storage.ts';
import { AuthContext, type FirstWorkspace } from './use-auth.ts';

/** The server's reason for the end of the session; a plain request to sign in is none. */
function reasonOf(text: string | undefined): string | null {
  return text?.startsWith('You were signed out because') ? text : null;
}

/** Provides the session, in step with the browser's storage. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const [session, setSession] = useState<Session | null>(() => readSession(browserSessionStorage()));
  const [sessionEnded, setSessionEnded] = useState(false);
  const [endedBecause, setEndedBecause] = useState<string | null>(null);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const identity = useRef(identityOf(session));

  /** Starts using a session; data of another user or workspace is removed from the page. */
  const adopt = useCallback(
    (next: Session | null) => {
      const before = identity.current;
      identity.current = identityOf(next);
      if (identity.current !== before) {
        cache.clear();
        if (before !== null) {
          clearNotices();
          dismissToasts();
        }
        // the address refers to the previous workspace
        if (before !== null && next !== null) history.replaceState(null, '', '/');
      }
      setSession(next);
      setSessionEnded(false);
      setEndedBecause(null);
      for (const resume of waiting.current.splice(0)) resume(next !== null);
    },
    [cache],
  );
  const keep = useCallback(
    (next: Session | null) => {
      writeSession(browserSessionStorage(), next);
      adopt(next);
    },
    [adopt],
  );
  const forget = useCallback(
    (reason?: string) => {
      keep(null);
      setEndedBecause(reasonOf(reason));
    },
    [keep],
  );
  const login = useCallback(
    async (username: string, password: string, code?: string) => {
      try {
        const next = await client.auth.login(
          { username, password, ...(code === undefined ? {} : { code }) },
          { context: { mayBeSignedOut: true } },
        );
        keep(next);
        const text = messages.signIn.welcome(next.user.username);
        toast({ id: 'login', title: messages.signIn.done, text, meaning: 'ok' });
        return null;
      } catch (error) {
        if (error instanceof HttpError && error.code === 'SECOND_FACTOR_NEEDED')
          return { needsCode: true as const };
        const text = error instanceof HttpError && error.isFromServer ? error.reason : messages.signIn.failed;
        toast({ id: 'login', title: messages.signIn.failed, text, meaning: 'bad' });
        return text;
      }
    },
    [keep],
  );
  const setUp = useCallback(
    async (first: FirstWorkspace) => {
      const { token, user } = await client.auth.setup(first, { context: { mayBeSignedOut: true } });
      keep({ token, user });
    },
    [keep],
  );
  const enter = useCallback(
    (next: Session, address = '/') => {
      // The link is used up; its address leads nowhere.
      history.replaceState(null, '', address);
      keep(next);
    },
    [keep],
  );
  const logout = useCallback(async () => {
    // sign out locally even if the server is unreachable; its timeout then ends the session
    await client.auth.logout({}, { context: { mayBeSignedOut: true } }).catch(() => undefined);
    forget();
  }, [forget]);
  const switchTo = useCallback(
    async (tenantId: string) => {
      const next = await client.auth.switch({ tenantId });
      keep(next);
      const text = messages.signIn.workspaceText(next.user.tenantName);
      toast({ id: 'workspace', title: messages.signIn.workspaceChanged, text, meaning: 'ok' });
    },
    [keep],
  );

  useEffect(() => {
    if (!session) return;
    return whenSessionEnds((reason) => {
      setSessionEnded(true);
      setEndedBecause(reasonOf(reason));
      return new Promise((resolve) => waiting.current.push(resolve));
    });
  }, [session]);
  useEffect(
    () => watchStored(tokenKey, (token) => (token ? adopt(readSession(browserSessionStorage())) : forget())),
    [adopt, forget],
  );

  const auth = useMemo(
    () => ({
      user: session?.user ?? null,
      token: session?.token ?? null,
      isAuthenticated: session !== null,
      sessionEnded,
      endedBecause,
      login,
      setUp,
      enter,
      logout,
      switchTo,
      forget,
    }),
    [session, sessionEnded, endedBecause, login, setUp, enter, logout, switchTo, forget],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}
