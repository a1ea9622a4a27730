import { expect, test } from 'vitest';
import { describeError, HttpError, knownErrorOf, requestIdOf } from './http-error.ts';

const answer = (status: number, statusText: string) => ({ status, statusText, headers: new Headers() });

test('[ERR-01] the message is the status, a colon and a space, then the body', () => {
  expect(new HttpError(answer(404, 'Not Found'), 'not here').message).toBe('404: not here');
});

test('[ERR-02] an empty body leaves the status text', () => {
  expect(new HttpError(answer(500, 'Internal Server Error'), '').message).toBe('500: Internal Server Error');
});

test('a refusal keeps the whole body in its message, and gives people its sentence, rules and request id', () => {
  const issues = [{ rule: 'PLAN-4', path: 'components', message: 'The weights sum to 70.' }];
  const body = JSON.stringify({
    error: 'The plan is not sound.',
    code: 'PLAN_INVALID',
    issues,
    requestId: 'r-1',
  });
  const error = new HttpError(answer(422, 'Unprocessable Content'), body);
  expect(error.message).toBe(`422: ${body}`);
  expect(error).toMatchObject({
    status: 422,
    code: 'PLAN_INVALID',
    reason: 'The plan is not sound.',
    issues,
  });
  expect(requestIdOf(error)).toBe('r-1');
});

test('a page of markup, as a proxy sends it, is never read out to people', () => {
  expect(new HttpError(answer(502, 'Bad Gateway'), '<html>…').reason).toBe('Bad Gateway');
});

test('a lost network is said in plain words', () => {
  for (const words of [
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Failed to fetch dynamically imported module: /assets/a.js',
    'error loading dynamically imported module: /assets/a.js',
    'Importing a module script failed.',
  ])
    expect(describeError(new TypeError(words))).toContain('could not be reached');
});

test('a fault of our own is not blamed on the network', () => {
  expect(describeError(new TypeError('x is not a function'))).toBe('x is not a function');
});

test('expected errors of a read are distinguished from faults: no access, not found, a bad link, a conflict', () => {
  const body = (error: string) => JSON.stringify({ error, code: 'X', requestId: 'r1' });
  const rejected = (status: number, error: string) =>
    knownErrorOf(new HttpError(answer(status, ''), body(error)));
  expect(rejected(403, 'You need permission to view plans.')).toEqual({
    kind: 'no-access',
    title: 'You don’t have access to this.',
    text: 'Ask your administrator if you need it.',
  });
  expect(rejected(400, 'id: Invalid UUID')?.title).toBe('This link is not valid.');
  expect(rejected(404, 'There is no such plan.')?.text).toBe('There is no such plan.');
  expect(rejected(409, 'It was withdrawn.')).toEqual({ kind: 'conflict', text: 'It was withdrawn.' });
  expect([
    rejected(500, 'Broken'),
    rejected(429, 'Wait'),
    knownErrorOf(new TypeError('fetch failed')),
  ]).toEqual([null, null, null]);
});
