import { expect, test } from 'vitest';
import { HttpError } from '../../../api/http-error.ts';
import { appliedWords } from './applied-words.ts';
import { applyAllWords, failureWords } from './apply-all-words.ts';
import { applyInTurn, Skipped } from './apply-in-turn.ts';
import { checkWords } from './check-words.ts';
import { applyFailureWords } from './outcome-words.ts';

test('[ASSIST-STATE-11] [ASSIST-STATE-12] [CONF-ASSIST-33] Apply All applies one after the other, reports each, and ends with one toast', async () => {
  const said: string[] = [];
  let under = 0;
  const { applied, failures } = await applyInTurn(
    ['a', 'b', 'c'],
    async (one) => {
      under += 1;
      expect(under).toBe(1);
      await Promise.resolve();
      said.push(`applied ${one}`);
      under -= 1;
      if (one === 'b') throw new Error('gone');
      return one;
    },
    (done) => said.push(`${done} done`),
  );
  expect(said).toEqual(['applied a', '1 done', 'applied b', '2 done', 'applied c', '3 done']);
  expect([applied, failures.length]).toEqual([['a', 'c'], 1]);
});

const saved = (projectedSavings: string | null, currency = 'USD') => ({ projectedSavings, currency });
const three = [saved('15000.00'), saved('67500.00'), saved('48750.00')];

test.each([
  ['No Suggestions', 'There are no suggestions available to apply.', { applied: [], skipped: 0, failed: 0 }],
  ['No Suggestions', '1 suggestion no longer applies.', { applied: [], skipped: 1, failed: 0 }],
  [
    'Application Failed',
    'Some suggestions could not be applied. Please try individual suggestions.',
    { applied: three, skipped: 0, failed: 1 },
  ],
  ['Suggestions Applied', '3 applied, $131,250.00 together', { applied: three, skipped: 0, failed: 0 }],
  [
    'Suggestions Applied',
    '1 applied, 2 skipped, €15.00 together',
    { applied: [saved('15.00', 'EUR')], skipped: 2, failed: 0 },
  ],
  ['Suggestions Applied', '2 applied', { applied: [saved('1.00'), saved(null)], skipped: 0, failed: 0 }],
  [
    'Suggestions Applied',
    '2 applied',
    { applied: [saved('1.00'), saved('1', 'EUR')], skipped: 0, failed: 0 },
  ],
])('[ASSIST-ERR-10] [ASSIST-ERR-11] Apply All ends with “%s”: “%s”', (title, text, outcome) => {
  expect(applyAllWords(outcome)).toMatchObject({ title, text });
});

test.each([
  [
    'Consistency Checks Passed',
    'All plan components are balanced and comply with policy requirements.',
    { passed: true },
  ],
  [
    'Issues Detected',
    'Some plan components may need adjustment. Check the suggestions for recommendations.',
    { passed: false },
  ],
  ['Check Failed', 'Unable to run consistency checks. Please try again.', null],
])(
  '[ASSIST-ERR-12] [ASSIST-ERR-13] [ASSIST-ERR-14] Run Checks ends with “%s”: “%s”',
  (title, text, outcome) => {
    expect(checkWords(outcome)).toMatchObject({ title, text });
  },
);

test('[SUGG-06] [CONF-COMP-05] an unknown suggestion is only logged; other failures are said', () => {
  const answer = (status: number) =>
    new HttpError({ status, statusText: 'x', headers: new Headers() }, '{"error":"It was edited."}');
  expect(applyFailureWords(answer(404))).toBeNull();
  expect(applyFailureWords(answer(409))).toMatchObject({ text: 'It was edited.', meaning: 'bad' });
});

test('Apply says what it did: findings change no draft, and active plans change with their next version', () => {
  const changes = [{ component: 'mbo', set: { cap: '1.2x' } }];
  const decision = { by: 'Ada', at: '2026-11-29T18:00:00Z', reason: '', code: null, draftVersion: 2 };
  const title = 'Cap MBO';
  expect(appliedWords({ title, changes, decision }).text).toContain('added to draft v2');
  expect(appliedWords({ title, changes, decision: { ...decision, draftVersion: 1 } }).text).toContain(
    'to the draft',
  );
  expect(
    appliedWords({ title, changes: [], decision: { ...decision, draftVersion: null } }).text,
  ).not.toContain('draft');
});

test('[SGR-89] what no longer applies is skipped, and is no failure', async () => {
  const gone = new Skipped('Its rule is not met.');
  const outcome = await applyInTurn(
    [1, 2],
    (one) => (one === 1 ? Promise.reject(gone) : Promise.resolve(one)),
    () => undefined,
  );
  expect(outcome).toEqual({ applied: [2], skipped: [gone], failures: [] });
});

test('what was not applied is named once', () => {
  expect(failureWords('Cap MBO', '“Cap MBO” was already applied.')).toBe('“Cap MBO” was already applied.');
  expect(failureWords('Cap MBO', 'The server could not be reached.')).toMatch(/^Cap MBO: The server/);
});
