import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { ErrorBody } from '@attain/contract/base';
import { newId } from '../base/ids.ts';
import { CommandFailed } from './command.ts';

/** A session with a running Attain. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** Sends a file as multipart/form-data, streamed from disk. */
  upload<T>(path: string, file: string, fields: Readonly<Record<string, string>>): Promise<T>;
  signOut(): Promise<void>;
}

/** Signs in; throws `CommandFailed` with the server's message if it rejects the sign-in or can't be reached. */
export async function signIn(url: string, username: string, password: string): Promise<ApiClient> {
  const base = url.replace(/\/+$/, '');
  const { response, body } = await call<{ token: string }>(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie, 'x-session-token': body.token };
  const api = clientOf(base, headers);
  return {
    ...api,
    signOut: async () => {
      await call(`${base}/api/auth/logout`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      });
    },
  };
}

/** Works with an API token; there is no session to end. */
export function withToken(url: string, token: string): ApiClient {
  return clientOf(url.replace(/\/+$/, ''), { authorization: `Bearer ${token}` });
}

function clientOf(base: string, headers: Readonly<Record<string, string>>): ApiClient {
  const write = { ...headers, 'content-type': 'application/json' };
  const ask = async <T>(path: string, init: RequestInit) => (await call<T>(`${base}${path}`, init)).body;
  return {
    get: (path) => ask(path, { headers }),
    post: (path, content) =>
      ask(path, {
        method: 'POST',
        headers: { ...write, 'idempotency-key': newId() },
        body: JSON.stringify(content),
      }),
    upload: async (path, file, fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', await openAsBlob(file), basename(file));
      return ask(path, { method: 'POST', headers, body: form });
    },
    signOut: async () => undefined,
  };
}

async function call<T>(url: string, init: RequestInit): Promise<{ response: Response; body: T }> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandFailed(`${new URL(url).origin} does not respond: ${cause || 'no connection'}.`);
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { response, body: body as T };
  const apiError = (body ?? {}) as Partial<ErrorBody>;
  const issues = (apiError.issues ?? []).map(
    (issue) => `\n  ${issue.path}: ${issue.message} (${issue.rule})`,
  );
  throw new CommandFailed(
    `${apiError.error ?? `The server answered ${response.status}.`}${issues.join('')}${apiError.requestId ? `\nRequest ${apiError.requestId}` : ''}`,
  );
}
