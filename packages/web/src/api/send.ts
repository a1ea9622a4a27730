import { watchWait } from '../base/waits.ts';
import { HttpError } from './http-error.ts';
import { messages } from './messages.ts';
import { browserSessionStorage, tokenKey } from './session/session-storage.ts';

/** Options of a call besides its input. */
export type CallContext = {
  /** One per intent, kept across retries, so that the server acts once. */
  readonly idempotencyKey?: string;
  /** Do not ask for the password on 401: for sign-in and the first request. */
  readonly mayBeSignedOut?: boolean;
  /** Sends the request instead of `fetch`, which says nothing of its progress. */
  readonly transport?: (request: Request) => Promise<Response>;
  /** Called when the session is lost, before the user is asked to sign in again. */
  readonly onSessionLost?: () => void;
};

/** Asks the user to sign in when a session ended, with the server's reason; resolves to whether they did. */
type AskAgain = (reason: string) => Promise<boolean>;

let askAgain: AskAgain | null = null;

/** Registers the sign-in prompt. Returns a function that removes it. */
export function whenSessionEnds(ask: AskAgain): () => void {
  askAgain = ask;
  return () => {
    if (askAgain === ask) askAgain = null;
  };
}

let meetRequirement: (() => void) | null = null;

/** Registers what happens once a role requires two-step sign-in that is not set up. Returns a function that removes it. */
export function whenSecondFactorIsMissing(meet: () => void): () => void {
  meetRequirement = meet;
  return () => {
    if (meetRequirement === meet) meetRequirement = null;
  };
}

let proveAgain: (() => Promise<boolean>) | null = null;

/** Registers the prompt for sensitive actions: it resolves to whether the user proved who they are. Returns a function that removes it. */
export function whenProofIsNeeded(ask: () => Promise<boolean>): () => void {
  proveAgain = ask;
  return () => {
    if (proveAgain === ask) proveAgain = null;
  };
}

const reads = new Set(['GET', 'HEAD']);
const maxMs = 60_000;
const unanswered = messages.errors.timeout;

/**
 * Sends every request: with cookies, and for changes the session token and intent key. @throws HttpError for
 * answers other than 2xx; a lost session first asks to sign in and then resumes.
 */
export async function send(request: Request, context: CallContext = {}): Promise<Response> {
  const again = request.clone();
  const response = await attempt(request, context);
  if (response.ok) return response;
  const rejected = new HttpError(response, await response.text());
  if (rejected.code === 'SECOND_FACTOR_MISSING') meetRequirement?.();
  if (rejected.code === 'STEP_UP_NEEDED' && proveAgain !== null) {
    if (!(await proveAgain())) throw rejected;
    return answered(await attempt(again, context));
  }
  const mayAsk = response.status === 401 && !context.mayBeSignedOut && askAgain !== null;
  if (mayAsk) context.onSessionLost?.();
  if (!mayAsk || !(await askAgain?.(rejected.message))) throw rejected;
  return answered(await attempt(again, context));
}

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response, await response.text());
}

function attempt(request: Request, context: CallContext): Promise<Response> {
  const headers = new Headers(request.headers);
  if (!reads.has(request.method)) {
    // read each time: another tab may have signed in since
    const token = browserSessionStorage().getItem(tokenKey);
    if (token) headers.set('x-session-token', token);
    if (context.idempotencyKey) headers.set('Idempotency-Key', context.idempotencyKey);
  }
  const patience = new AbortController();
  const giveUp = () => patience.abort(request.signal.reason);
  request.signal.addEventListener('abort', giveUp);
  if (request.signal.aborted) giveUp();
  // reads time out; changes do not, because they may have been carried out
  const tooLong = reads.has(request.method)
    ? setTimeout(() => patience.abort(new Error(unanswered)), maxMs)
    : undefined;
  const sent = new Request(request, { credentials: 'include', headers, signal: patience.signal });
  return watchWait((context.transport ?? fetch)(sent)).finally(() => clearTimeout(tooLong));
}
