import type { ErrorBody } from '@attain/contract/base';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../base/api-error.ts';
import { isDiskFullError, noteDiskFull } from '../base/disk-full.ts';
import { isLostDatabase } from '../base/lost-database.ts';

/**
 * The API error for a thrown value: our own unchanged, a framework's by its status, a lost database as 503, anything
 * else as a defect.
 */
export function toApiError(error: unknown, maxBytes?: number): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return new ApiError(
      'TOO_LARGE',
      `The request is larger than this server accepts${code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? ` here: at most ${maxBytes} bytes` : ''}.`,
    );
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('BAD_INPUT', 'Send JSON, with Content-Type: application/json.');
  if (statusCode === 404) return new ApiError('NOT_FOUND', 'Not found.');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new ApiError('BAD_INPUT', message ?? 'The request could not be read.');
  if (isDiskFullError(error))
    return new ApiError(
      'UNAVAILABLE',
      'The disk is full. Nothing was changed; ask your administrator to free space.',
      {
        retryAfterSeconds: 30,
      },
    );
  if (isLostDatabase(error))
    return new ApiError(
      'UNAVAILABLE',
      'The database is not available. Try again in a few seconds; a change sent again with the same Idempotency-Key is made only once.',
      { retryAfterSeconds: 3 },
    );
  // characters no text column can hold, nor JSON, which is always made by us; and days beyond any calendar
  const noText = code === '22021' || code === '22P05';
  if (noText || (code === '22P02' && /\bjson\b/.test(message ?? '')))
    return new ApiError('BAD_INPUT', 'The request contains a character that can’t be stored. Remove it.');
  if (code === '22007' || code === '22008')
    return new ApiError('BAD_INPUT', 'A date in the request is out of range. Use a date such as 2024-03-31.');
  if (code === '40001' || code === '40P01' || code === '55P03') {
    return new ApiError(
      'CONFLICT',
      'Another user changed this at the same moment. Nothing was changed; try again.',
      { retryAfterSeconds: 1 },
    );
  }
  return new ApiError(
    'INTERNAL',
    'Something went wrong on our side. Nothing was changed; quote the request ID when you report it.',
  );
}

/** More than anyone fixes at once; a body of a megabyte can have half a million. */
const maxIssues = 1_000;

/** The one shape of every answer that is not 2xx. */
export function errorBody(apiError: ApiError, requestId: string): ErrorBody {
  const { message, code, problems } = apiError;
  const cut = problems.length > maxIssues;
  return {
    error: cut ? `${message} The first ${maxIssues} of ${problems.length} problems are listed.` : message,
    code,
    ...(problems.length > 0 ? { issues: problems.slice(0, maxIssues) } : {}),
    requestId,
  };
}

/** Answers a thrown value; defects are logged once, with the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  noteDiskFull(request.server.server, error);
  const apiError = toApiError(error, request.routeOptions?.bodyLimit);
  if (apiError.code === 'INTERNAL') request.log.error({ err: error, requestId: request.id }, 'defect');
  if (apiError.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(apiError.retryAfterSeconds));
  return reply.status(apiError.status).send(errorBody(apiError, request.id));
}
