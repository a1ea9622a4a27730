import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { BrandMark } from '../brand.tsx';
import { CodeStep } from '../second-factor/code-step.tsx';
import { messages } from './messages.ts';

const unsigned = { context: { mayBeSignedOut: true } };
type SignedIn = Awaited<ReturnType<typeof client.signIn.finish>>;

/** `/sign-in/return`: finishes a sign-in with the answer of an identity provider, then opens the address it began at. */
export function ReturnScreen() {
  const { enter } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const query = useRef(location.search.slice(1));
  const adopt = ({ token, user, returnTo }: SignedIn) => {
    enter({ token, user }, returnTo);
  };
  const fail = (error: unknown) => {
    if (error instanceof HttpError && error.code === 'SECOND_FACTOR_NEEDED') setAsksCode(true);
    else setFailure(describeError(error));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer counts once
  useEffect(() => {
    document.title = messages.windowTitle;
    const answer = query.current;
    if (answer === '') return;
    // a second run, or a reload, must not send it again
    query.current = '';
    history.replaceState(null, '', location.pathname);
    client.signIn.finish({ query: answer }, unsigned).then(adopt, fail);
  }, []);
  const onCode = (code: string) => {
    setBusy(true);
    setFailure(null);
    client.signIn
      .code({ code }, unsigned)
      .then(adopt, fail)
      .finally(() => setBusy(false));
  };
  const over = failure !== null && !asksCode;
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="w-full max-w-85">
        <BrandMark large />
        <h1 className="mt-6 mb-4 text-20 font-semibold tracking-[-0.015em]">
          {over ? messages.failedTitle : messages.returnTitle}
        </h1>
        {asksCode ? (
          <CodeStep busy={busy} failure={failure} onCode={onCode} onBack={() => location.assign('/')} />
        ) : over ? (
          <div className="flex flex-col items-start gap-4">
            <p role="alert">{failure}</p>
            <a className="text-primary-text underline" href="/">
              {messages.toSignIn}
            </a>
          </div>
        ) : (
          <SkeletonText lines={3} />
        )}
      </div>
    </main>
  );
}
