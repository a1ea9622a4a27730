import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { client } from '../api/client.ts';
import { useAuth } from '../api/session/use-auth.ts';
import { BrandMark } from './brand.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));

/** All there is while nobody is signed in, at every address; before the first workspace, the form that makes it. */
export function LoginScreen() {
  const { endedBecause } = useAuth();
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) =>
      client.auth.setupStatus(undefined, { signal, context: { mayBeSignedOut: true } }),
  });
  const isNew = setup.data?.open === true;
  useEffect(() => {
    document.title = isNew ? 'Set up Attain' : 'Sign in · Attain';
  }, [isNew]);
  return (
    <main className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex items-center justify-center p-6">
        <div className="w-full max-w-85">
          <BrandMark large />
          <h1 className="mt-6 text-20 font-semibold tracking-[-0.015em]">
            {isNew ? 'Set up Attain' : 'Sign in to Attain'}
          </h1>
          <p className="mb-6 text-13 text-fg-2">
            {isNew
              ? 'Create the first workspace and its administrator.'
              : 'Sales compensation, calculated to the cent and explained.'}
          </p>
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
            <SignInForm autoFocus />
          )}
        </div>
      </div>
      <Staircase />
    </main>
  );
}

/** What Attain is about: a statement, and the steps one can walk down from it to the file. */
function Staircase() {
  const steps = [
    ['Statement', 'what is paid'],
    ['Payout line', 'for which component'],
    ['Tier', 'at which rate'],
    ['Credit', 'on how much'],
    ['Deal', 'from which sale'],
    ['Row of your file', 'line and original text'],
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
