import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChangeEvent } from '@attain/contract/events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventParser, type StreamMessage } from './event-parser.ts';
import { backOffMs, followEvents, type StreamState } from './follow-events.ts';

let server: Server;
let url: string;
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers['last-event-id']?.toString());
    const answer = answers.shift();
    if (answer) answer(request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/events`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const at = '2026-01-01T00:00:00.000Z';
const ready = `data: ${JSON.stringify({ topic: 'ready', at })}\n\n`;
const stream = (text: string) => (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);

/** Follows until the given state was seen so many times; returns all events. */
async function followUntil(state: StreamState, times: number) {
  const stop = new AbortController();
  const states: StreamState[] = [];
  const events: [ChangeEvent['topic'], boolean][] = [];
  let id: string | undefined;
  let askedToSignIn = 0;
  await followEvents({
    url,
    signal: stop.signal,
    waitMs: () => 1,
    lastEventId: () => id,
    onEvent: (event, newId, fresh) => {
      id = newId ?? id;
      events.push([event.topic, fresh]);
    },
    onState: (now) => {
      states.push(now);
      if (states.filter((one) => one === state).length === times) stop.abort();
    },
    signInAgain: async () => {
      askedToSignIn += 1;
    },
  });
  return { states, events, askedToSignIn };
}

test('a message is whole when its blank line is there, wherever the pieces are cut', () => {
  const text = ': beat\nid: t:1\n\nretry: 1000\n\nid: t:2\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: half';
  for (const cut of [1, 3, 7, 1000]) {
    const received: StreamMessage[] = [];
    const take = eventParser((message) => received.push(message));
    for (let from = 0; from < text.length; from += cut) take(text.slice(from, from + cut));
    expect(received).toEqual([
      { text: '', id: 't:1' },
      { text: '{"a":\n1}', id: 't:2' },
    ]);
  }
});

test('a stream that ends normally resumes where it stopped, without reporting the interruption', async () => {
  answers = [stream(`id: t:7\n${ready}`), stream(ready)];
  const { states, events } = await followUntil('open', 2);
  expect(asked).toEqual([undefined, 't:7']);
  expect(states).toEqual(['connecting', 'open', 'open']);
  expect(events[0]).toEqual(['ready', true]);
});

test('a refused or broken stream is down until it opens again', async () => {
  const broken = (_request: IncomingMessage, response: ServerResponse) => response.destroy();
  answers = [(_request, response) => response.writeHead(503).end(), broken, stream(ready)];
  const { states } = await followUntil('open', 1);
  expect(states).toEqual(['connecting', 'down', 'down', 'open']);
});

test('[AUTH-28] a session the server no longer knows asks to sign in again', async () => {
  answers = [(_request, response) => response.writeHead(401).end('{}'), stream(ready)];
  const { states, askedToSignIn } = await followUntil('open', 1);
  expect(askedToSignIn).toBe(1);
  expect(states).toEqual(['connecting', 'over', 'open']);
});

test('waits grow to half a minute and are never all the same', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => backOffMs(failures, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect([backOffMs(1, 0), Math.round(backOffMs(1, 1))]).toEqual([800, 1200]);
  const drawn = Array.from({ length: 200 }, () => backOffMs(1));
  for (const wait of drawn) expect(wait >= 800 && wait < 1200).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(150);
});
