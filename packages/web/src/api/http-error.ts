import type { ErrorBody, Problem } from '@attain/contract/base';

/** A request that was not answered with 2xx. The message is always `<status>: <body text or status text>`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** From the closed table of refusals; empty when the answer was not one of ours. */
  readonly code: string;
  /** What is wrong, rule by rule; empty when the server named no rules. */
  readonly issues: readonly Problem[];
  /** Finds the event in the server's log. */
  readonly requestId: string | undefined;
  /** What a person reads: the server's sentence, or the plain body; without either the name of the status. */
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

/** The words for whatever was thrown: the server's own for refusals, plain ones for a lost network. */
export function describeError(error: unknown): string {
  if (error instanceof HttpError) return error.reason || 'The server gave no reason.';
  if (isLostConnection(error)) return 'The server could not be reached. Check the connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server was never heard: what browsers throw when a request, or a part of the app, does not arrive. */
export function isLostConnection(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch|network|load failed|loading dynamically|importing a module/i.test(error.message)
  );
}

/** The id that finds a failed request in the server's log, when there is one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof HttpError ? error.requestId : undefined;
}

/** What somebody is refused who asked for something to read; without a title what could not be read says it best. */
export type KnownError = { kind: 'no-access' | 'not-found' | 'conflict'; title?: string; text: string };

/** The refusal of a request to read something; null for a fault. A bad request is a bad address: nothing else was written. */
export function knownErrorOf(error: unknown): KnownError | null {
  if (!(error instanceof HttpError)) return null;
  switch (error.status) {
    case 403:
      return {
        kind: 'no-access',
        title: 'You don’t have access to this.',
        text: 'Ask your administrator if you need it.',
      };
    case 404:
      return { kind: 'not-found', title: 'This was not found.', text: error.reason };
    case 400:
      return {
        kind: 'not-found',
        title: 'This link is not valid.',
        text: 'Check the address, or open the page from its list.',
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
