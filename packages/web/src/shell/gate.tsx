import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useServerPush } from '../api/events/use-server-push.ts';
import { HttpError } from '../api/http-error.ts';
import { useMe } from '../api/me.ts';
import { whenProofIsNeeded, whenSecondFactorIsMissing } from '../api/send.ts';
import { useAuth } from '../api/session/use-auth.ts';
import { preferencesQuery } from '../api/use-preferences.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { CrashBoundary } from './faults/crash-boundary.tsx';
import { Fault } from './faults/fault.tsx';
import { LongWait } from './faults/long-wait.tsx';
import { LoginScreen } from './login-screen.tsx';
import { messages } from './messages.ts';

const Screens = lazy(async () => {
  // preload the frame with the routes to avoid an empty screen; the builder has its own
  const frame = /^\/agent-builder(\/|$)/.test(location.pathname) ? null : import('./app-shell.tsx');
  const [routes] = await Promise.all([import('../routes.tsx'), frame]);
  return { default: routes.Screens };
});
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

const RequiredScreen = lazy(async () => ({
  default: (await import('./second-factor/required-screen.tsx')).RequiredScreen,
}));
const StepUpDialog = lazy(async () => ({
  default: (await import('./second-factor/step-up-dialog.tsx')).StepUpDialog,
}));
const ReturnScreen = lazy(async () => ({
  default: (await import('./providers/return-screen.tsx')).ReturnScreen,
}));
const JoinScreen = lazy(async () => ({ default: (await import('./join/join-screen.tsx')).JoinScreen }));

/** The screen of a one-time link or of a return from an identity provider, else the login screen without a session, else the requested screen. */
export function Gate() {
  const { isAuthenticated, user } = useAuth();
  const secret = /^\/join\/([\w-]{1,200})$/.exec(location.pathname)?.[1];
  if (secret !== undefined)
    return (
      <Suspense fallback={<Starting />}>
        <JoinScreen secret={secret} />
      </Suspense>
    );
  if (location.pathname === '/sign-in/return')
    return (
      <Suspense fallback={<Starting />}>
        <ReturnScreen />
      </Suspense>
    );
  if (!isAuthenticated || !user) return <LoginScreen />;
  // a new person or workspace starts with an empty page
  return (
    <CrashBoundary title={messages.faults.app}>
      <SignedIn key={`${user.username} ${user.tenantId}`} />
    </CrashBoundary>
  );
}

function SignedIn() {
  const { forget, sessionEnded, logout } = useAuth();
  const me = useMe();
  const preferences = useQuery(preferencesQuery());
  const over = me.error instanceof HttpError && me.error.status === 401;
  const reason = me.error instanceof HttpError ? me.error.reason : undefined;
  const mustSetUp = me.data?.secondFactor === 'missing';
  const [settingUp, setSettingUp] = useState(false);
  if (mustSetUp && !settingUp) setSettingUp(true);
  const [prompts, setPrompts] = useState<readonly ((proved: boolean) => void)[]>([]);
  useEffect(
    () => whenProofIsNeeded(() => new Promise((resolve) => setPrompts((waiting) => [...waiting, resolve]))),
    [],
  );
  const { refetch } = me;
  useEffect(() => whenSecondFactorIsMissing(() => void refetch()), [refetch]);
  useServerPush(me.data !== undefined && !mustSetUp);
  useEffect(() => {
    if (over) forget(reason);
  }, [over, reason, forget]);
  // the recovery codes are on the screen until they were saved
  if (settingUp)
    return (
      <Suspense fallback={<Starting />}>
        <RequiredScreen onDone={() => setSettingUp(false)} />
      </Suspense>
    );
  // the mode decides the first screen, so it loads with the person; its absence blocks nothing
  if (me.isPending || over || preferences.isPending) return <Starting />;
  if (me.isError && !me.data) {
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center">
        <Fault
          title={messages.faults.open}
          error={me.error}
          onRetry={() => void me.refetch()}
          retrying={me.isFetching}
        />
        <Button variant="ghost" onClick={() => void logout()}>
          {messages.faults.signOut}
        </Button>
      </main>
    );
  }
  return (
    <Suspense fallback={<Starting />}>
      <Screens />
      {sessionEnded ? <SignInAgain /> : null}
      {prompts.length > 0 ? (
        <StepUpDialog
          onClose={(proved) => {
            for (const resume of prompts) resume(proved);
            setPrompts([]);
          }}
        />
      ) : null}
    </Suspense>
  );
}

function Starting() {
  return (
    <div aria-busy="true" className="flex min-h-dvh">
      <div className="hidden w-80 flex-col gap-3 border-e bg-surface p-4 md:flex">
        {['w-24', 'w-40', 'w-36', 'w-44', 'w-32'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
      <div className="flex-1">
        <div className="h-12 border-b bg-surface" />
        <div className="flex flex-col gap-4 p-5">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-40 w-full" />
          <LongWait />
        </div>
      </div>
    </div>
  );
}
