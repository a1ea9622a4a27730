import type { RefusalBody } from '@attain/contract/base';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteDiskFull, saysDiskFull } from '../base/disk-full.ts';
import { isLostDatabase } from '../base/lost-database.ts';
import { Refusal } from '../base/refusal.ts';

/** The refusal a thrown value amounts to: ours as it is, a framework's by its status, a lost database as 503, anything else as a defect. */
export function asRefusal(error: unknown, mostBytes?: number): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return new Refusal(
      'TOO_LARGE',
      `The request is larger than this server accepts${code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? ` here: at most ${mostBytes} bytes` : ''}.`,
    );
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('BAD_INPUT', 'Send JSON, with Content-Type: application/json.');
  if (statusCode === 404) return new Refusal('NOT_FOUND', 'There is nothing at this address.');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal('BAD_INPUT', message ?? 'The request could not be read.');
  if (saysDiskFull(error))
    return new Refusal(
      'UNAVAILABLE',
      'The disk is full. Nothing was changed; an administrator has to free space.',
      {
        retryAfterSeconds: 30,
      },
    );
  if (isLostDatabase(error))
    return new Refusal(
      'UNAVAILABLE',
      'The database does not answer right now. Try again in a few seconds; a change that is sent again with its Idempotency-Key is made once.',
      { retryAfterSeconds: 3 },
    );
  // characters no text column can hold, nor JSON, which is always made by us; and days beyond any calendar
  const noText = code === '22021' || code === '22P05';
  if (noText || (code === '22P02' && /\bjson\b/.test(message ?? '')))
    return new Refusal(
      'BAD_INPUT',
      'A text in the request holds a character that cannot be stored. Remove it.',
    );
  if (code === '22007' || code === '22008')
    return new Refusal('BAD_INPUT', 'A day in the request is out of range. Write a day such as 2024-03-31.');
  if (code === '40001' || code === '40P01' || code === '55P03') {
    return new Refusal(
      'CONFLICT',
      'Somebody else changed the same thing at the same moment. Nothing was changed; try again.',
      { retryAfterSeconds: 1 },
    );
  }
  return new Refusal(
    'INTERNAL',
    'Something went wrong on our side. Nothing was changed. Quote the request id when you report it.',
  );
}

/** More than anybody mends in one go; a body of a megabyte can have half a million. */
const mostIssues = 1_000;

/** The one shape of every answer that is not 2xx. */
export function refusalBody(refusal: Refusal, requestId: string): RefusalBody {
  const { message, code, problems } = refusal;
  const cut = problems.length > mostIssues;
  return {
    error: cut ? `${message} The first ${mostIssues} of ${problems.length} problems are listed.` : message,
    code,
    ...(problems.length > 0 ? { issues: problems.slice(0, mostIssues) } : {}),
    requestId,
  };
}

/** Answers a thrown value; defects are logged once, with the request's id. */
export function answerWithRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  noteDiskFull(request.server.server, error);
  const refusal = asRefusal(error, request.routeOptions?.bodyLimit);
  if (refusal.code === 'INTERNAL') request.log.error({ err: error, requestId: request.id }, 'defect');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply.status(refusal.status).send(refusalBody(refusal, request.id));
}
