import { newId } from '../base/ids.ts';

/** An answer as a test wants to look at it. */
export interface Answer {
  readonly status: number;
  // the body's shape is what the test asserts
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  readonly body: any;
  readonly headers: Headers;
}

/** Somebody signed in, speaking HTTP as the browser does. */
export interface Client {
  readonly cookie: string;
  readonly token: string;
  get(path: string, query?: Record<string, string | number>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Multipart upload with text fields. */
  upload(
    path: string,
    file: { name: string; content: string | Uint8Array },
    fields: Record<string, string>,
  ): Promise<Answer>;
  /** Anything else, with nothing added but the cookie and token. */
  send(path: string, init: RequestInit): Promise<Answer>;
}

/** Signs in over HTTP; throws when the server refuses. */
export async function signInClient(url: string, username: string, password: string): Promise<Client> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body = (await response.json()) as { token: string };
  if (response.status !== 200)
    throw new Error(`sign-in of ${username} answered ${response.status}: ${JSON.stringify(body)}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return client(url, cookie, body.token);
}

/** A client with the given credentials, good or bad. */
export function client(url: string, cookie: string, token: string): Client {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = new Headers(init.headers);
    if (cookie && !headers.has('cookie')) headers.set('cookie', cookie);
    if (token && !headers.has('x-session-token')) headers.set('x-session-token', token);
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  const write =
    (method: string) =>
    (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      send(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': newId(), ...headers },
      });
  return {
    cookie,
    token,
    send,
    get: (path, query = {}) => {
      const text = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString();
      return send(text ? `${path}?${text}` : path, { method: 'GET' });
    },
    post: write('POST'),
    put: write('PUT'),
    upload: (path, file, fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([file.content as never]), file.name);
      return send(path, { method: 'POST', body: form });
    },
  };
}
