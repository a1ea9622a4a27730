import type { ErrorBody } from '@attain/contract/base';
import type { AnyContractProcedure } from '@orpc/contract';

/** Sends one request to the HTTP API with the caller's API token. */
export type SendToApi = (request: ApiRequest) => Promise<{ readonly status: number; readonly body: unknown }>;

export interface ApiRequest {
  readonly method: string;
  /** With `/api` in front and the query behind. */
  readonly path: string;
  /** Undefined: no body. */
  readonly body: unknown;
}

/** The API rejected a call; the message is the one that the API gave. */
export class Rejected extends Error {}

/**
 * Calls an endpoint of the contract by its HTTP address, so that a tool has exactly the checks that any other program
 * has. Throws `Rejected` with the API's message.
 */
export async function callEndpoint(
  send: SendToApi,
  procedure: AnyContractProcedure,
  input: unknown,
): Promise<Record<string, unknown>> {
  const { status, body } = await send(requestOf(procedure, (input ?? {}) as Record<string, unknown>));
  if (status >= 200 && status < 300) return body as Record<string, unknown>;
  throw new Rejected(messageOf(body as Partial<ErrorBody> | null, status));
}

function requestOf(procedure: AnyContractProcedure, input: Record<string, unknown>): ApiRequest {
  const { method = 'GET', path: pattern = '/' } = procedure['~orpc'].route;
  const rest = { ...input };
  const path = pattern.replace(/\{([^}]+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  if (method !== 'GET') return { method, path: `/api${path}`, body: rest };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return { method, path: `/api${path}${query.size > 0 ? `?${query}` : ''}`, body: undefined };
}

function messageOf(body: Partial<ErrorBody> | null, status: number): string {
  const issues = (body?.issues ?? [])
    .filter(({ message }) => !body?.error?.includes(message))
    .slice(0, 20)
    .map(({ path, message }) => `\n- ${path}: ${message}`);
  const request = status >= 500 && body?.requestId ? ` Request ${body.requestId}.` : '';
  return `${body?.error ?? `The server answered ${status}.`}${issues.join('')}${request}`;
}
