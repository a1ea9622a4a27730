import type { ErrorBody, Problem } from '@attain/contract/base';
import { messages } from './messages.ts';

/** A response other than 2xx. The message is always `<status>: <body text or status text>`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The error code of the API; empty for other responses. */
  readonly code: string;
  /** Problems by rule; empty if the server sent none. */
  readonly issues: readonly Problem[];
  /** Finds the event in the server's log. */
  readonly requestId: string | undefined;
  /** For users: the server's message, the plain body, or the name of the status. */
  readonly reason: string;
  /** Whether `reason` is the server's own text. */
  readonly isFromServer: boolean;

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, body: string) {
    super(`${response.status}: ${body || response.statusText}`);
    const knownError = readErrorBody(body);
    this.status = response.status;
    this.code = knownError?.code ?? '';
    this.issues = knownError?.issues ?? [];
    this.requestId = knownError?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    const text = knownError?.error ?? (looksLikeMarkup(body) ? '' : body);
    this.isFromServer = text !== '';
    this.reason = text || response.statusText;
  }
}

/** The message for any thrown value: the server's for API errors, a general one for a lost network. */
export function describeError(error: unknown): string {
  if (error instanceof HttpError) return error.reason || messages.errors.noReason;
  if (isLostConnection(error)) return messages.errors.unreachable;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether the server was never reached: the errors browsers throw when a request or a code chunk fails to
 * load.
 */
export function isLostConnection(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch|network|load failed|loading dynamically|importing a module/i.test(error.message)
  );
}

/** The request id of a failed request, if any. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof HttpError ? error.requestId : undefined;
}

/** An expected error of a read; without a title, the caller's text describes it best. */
export type KnownError = { kind: 'no-access' | 'not-found' | 'conflict'; title?: string; text: string };

/** The expected error of a read, or null for a fault. A bad request can only come from a bad address. */
export function knownErrorOf(error: unknown): KnownError | null {
  if (!(error instanceof HttpError)) return null;
  switch (error.status) {
    case 403:
      return {
        kind: 'no-access',
        title: messages.errors.noAccess,
        text: messages.errors.noAccessText,
      };
    case 404:
      return { kind: 'not-found', title: messages.errors.notFound, text: error.reason };
    case 400:
      return {
        kind: 'not-found',
        title: messages.errors.badLink,
        text: messages.errors.badLinkText,
      };
    case 409:
      return { kind: 'conflict', text: error.reason };
    default:
      return null;
  }
}

function readErrorBody(body: string): ErrorBody | null {
  if (!body.startsWith('{')) return null;
  try {
    const read: Partial<ErrorBody> = JSON.parse(body);
    return typeof read.error === 'string' ? { code: '', requestId: '', ...read, error: read.error } : null;
  } catch {
    return null;
  }
}

function looksLikeMarkup(body: string): boolean {
  return body.trimStart().startsWith('<');
}
