import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../base/api-error.ts';
import type { Settings } from '../base/settings.ts';
import { errorBody } from './error-body.ts';
import { securityHeaders } from './headers.ts';

/** A request that Node gave up before any route saw it: its status, and what is wrong. */
function faultOf(code: string | undefined): { status: number; apiError: ApiError } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      apiError: new ApiError(
        'TOO_LARGE',
        'The headers of the request are too large. Send fewer or shorter ones.',
      ),
    };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      status: 408,
      apiError: new ApiError('BAD_INPUT', 'The request did not arrive in time. Send it again.'),
    };
  return {
    status: 400,
    apiError: new ApiError('BAD_INPUT', 'This is not a valid HTTP request. Check its headers and length.'),
  };
}

export type BrokenRequestAnswer = (error: Error & { readonly code?: string }, socket: Socket) => void;

/** Answers requests that Node gives up with the headers and the body of every other error, and closes their connection. */
export function answerBrokenRequests(settings: Settings): BrokenRequestAnswer {
  return (error, socket) => {
    const { _httpMessage: started } = socket as Socket & { _httpMessage?: { readonly headersSent: boolean } };
    // the client is gone, or reads an answer already
    if (error.code === 'ECONNRESET' || !socket.writable || started?.headersSent) {
      socket.destroy();
      return;
    }
    const { status, apiError } = faultOf(error.code);
    const requestId = randomUUID();
    const body = JSON.stringify(errorBody(apiError, requestId));
    const headers = {
      ...securityHeaders(settings),
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };
}
