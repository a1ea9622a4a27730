import type { CustomFetch } from 'openid-client';
import { allowedTarget } from './allowed-address.ts';
import { sendRequest } from './send-request.ts';

/** A fetch that keeps to the installation's list of allowed hosts and follows no redirect. */
export function fetchWithin(allowedHosts: readonly string[], timeoutMs: number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await sendRequest({
      target: allowedTarget(url, allowedHosts),
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: body === undefined || body === null ? null : String(body),
      signal: signal ?? AbortSignal.timeout(timeoutMs),
    });
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : answer.text, { status: answer.status, headers: answer.headers });
  };
}
