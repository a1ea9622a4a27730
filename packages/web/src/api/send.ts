import { watchWait } from '../base/waits.ts';
import { HttpError } from './http-error.ts';
import { browserSessionStorage, tokenKey } from './session/session-storage.ts';

/** What a call may say about itself besides its input. */
export type CallContext = {
  /** One per intent of the user, kept over retries: the server then acts once, however often it hears it. */
  readonly idempotencyKey?: string;
  /** A 401 is the answer, not a reason to ask for the password: sign-in itself, and the look at start. */
  readonly mayBeSignedOut?: boolean;
  /** Hears that the session is gone, before somebody is asked to sign in again. */
  readonly onSessionLost?: () => void;
};

/** Asked when a session ended in the middle of work, with the server's reason; answers whether somebody signed in again. */
type AskAgain = (reason: string) => Promise<boolean>;

let askAgain: AskAgain | null = null;

/** Says who asks for the password when a session ends in the middle of work. Answers how to stop. */
export function whenSessionEnds(ask: AskAgain): () => void {
  askAgain = ask;
  return () => {
    if (askAgain === ask) askAgain = null;
  };
}

const reads = new Set(['GET', 'HEAD']);
const maxMs = 60_000;
const unanswered =
  'The server did not answer within a minute. Try again; if it stays so, tell whoever runs it.';

/**
 * The one way to the server: cookies along, the session's token and the intent's key on changes.
 * @throws HttpError for every answer that is not 2xx; a lost session first asks to sign in again and resumes.
 */
export async function send(request: Request, context: CallContext = {}): Promise<Response> {
  const again = request.clone();
  const response = await attempt(request, context);
  if (response.ok) return response;
  const rejected = new HttpError(response, await response.text());
  const mayAsk = response.status === 401 && !context.mayBeSignedOut && askAgain !== null;
  if (mayAsk) context.onSessionLost?.();
  if (!mayAsk || !(await askAgain?.(rejected.message))) throw rejected;
  const resumed = await attempt(again, context);
  if (resumed.ok) return resumed;
  throw new HttpError(resumed, await resumed.text());
}

function attempt(request: Request, context: CallContext): Promise<Response> {
  const headers = new Headers(request.headers);
  if (!reads.has(request.method)) {
    // Read anew each time: another tab may have signed in since.
    const token = browserSessionStorage().getItem(tokenKey);
    if (token) headers.set('x-session-token', token);
    if (context.idempotencyKey) headers.set('Idempotency-Key', context.idempotencyKey);
  }
  const patience = new AbortController();
  const giveUp = () => patience.abort(request.signal.reason);
  request.signal.addEventListener('abort', giveUp);
  if (request.signal.aborted) giveUp();
  // A read that never comes is as good as refused; a change is waited for, because it may have been done.
  const tooLong = reads.has(request.method)
    ? setTimeout(() => patience.abort(new Error(unanswered)), maxMs)
    : undefined;
  const sent = new Request(request, { credentials: 'include', headers, signal: patience.signal });
  return watchWait(fetch(sent)).finally(() => clearTimeout(tooLong));
}
