import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { client } from '../api/client.ts';
import { useAuth } from '../api/session/use-auth.ts';
import { BrandMark } from './brand.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './sign-in-form.tsx';

const ProviderButtons = lazy(async () => ({
  default: (await import('./providers/provider-buttons.tsx')).ProviderButtons,
}));
const PasskeySignIn = lazy(async () => ({
  default: (await import('./second-factor/passkey-button.tsx')).PasskeySignIn,
}));
const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));

/** Shown at every address without a session; before the first workspace, its setup form. */
export function LoginScreen() {
  const { endedBecause } = useAuth();
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) =>
      client.auth.setupStatus(undefined, { signal, context: { mayBeSignedOut: true } }),
  });
  const isNew = setup.data?.open === true;
  useEffect(() => {
    document.title = isNew ? messages.login.setUpTitle : messages.login.windowTitle;
  }, [isNew]);
  return (
    <main className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex items-center justify-center p-6">
        <div className="w-full max-w-85">
          <BrandMark large />
          <h1 className="mt-6 text-20 font-semibold tracking-[-0.015em]">
            {isNew ? messages.login.setUpTitle : messages.login.title}
          </h1>
          <p className="mb-6 text-13 text-fg-2">{isNew ? messages.login.setUpText : messages.login.text}</p>
          {endedBecause ? (
            <p role="status" className="mb-4 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
              {endedBecause}
            </p>
          ) : null}
          {isNew ? (
            <Suspense fallback={null}>
              <SetupForm onClosed={() => void setup.refetch()} />
            </Suspense>
          ) : (
            <>
              <SignInForm autoFocus />
              <Suspense fallback={null}>
                <PasskeySignIn />
              </Suspense>
              {setup.data?.providers.length ? (
                <Suspense fallback={null}>
                  <ProviderButtons />
                </Suspense>
              ) : null}
            </>
          )}
        </div>
      </div>
      <Staircase />
    </main>
  );
}

/** An illustration of how a statement is traced to the row of a file. */
function Staircase() {
  const steps = [
    [messages.login.steps.statement, messages.login.steps.statementText],
    [messages.login.steps.line, messages.login.steps.lineText],
    [messages.login.steps.tier, messages.login.steps.tierText],
    [messages.login.steps.credit, messages.login.steps.creditText],
    [messages.login.steps.deal, messages.login.steps.dealText],
    [messages.login.steps.row, messages.login.steps.rowText],
  ] as const;
  return (
    <div aria-hidden className="hidden items-center justify-center border-s bg-sunken p-10 lg:flex">
      <ol className="flex w-full max-w-110 flex-col gap-2">
        {steps.map(([step, answers], index) => (
          <li
            key={step}
            className="flex items-center gap-3 rounded-lg border bg-surface px-4 py-3 shadow-card"
            style={{ marginInlineStart: `${index * 1.75}rem` }}
          >
            <span className="size-2 rounded-full bg-primary" style={{ opacity: 1 - index * 0.13 }} />
            <span className="font-medium">{step}</span>
            <span className="ms-auto text-12 text-fg-3">{answers}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
