import { type ErrorCode, errorStatus } from '@attain/contract/base';
import type { Problem, Result } from '@attain/domain/base/result';

/** The one way the server says no. Anything else that is thrown is a defect and becomes 500 with a request id. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** Seconds after which it is worth trying again; for THROTTLED and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { problems?: readonly Problem[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.problems = more.problems ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The value of a result; throws an error with all its problems. */
export function must<T>(result: Result<T>, code: ErrorCode, message: string): T {
  if (result.ok) return result.value;
  throw new ApiError(code, message, { problems: result.problems });
}

/** The row, or NOT_FOUND in words: what was looked for, and that other workspaces' rows do not count. */
export function found<T>(row: T | null | undefined, what: string): T {
  if (row === null || row === undefined)
    throw new ApiError('NOT_FOUND', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
  return row;
}
