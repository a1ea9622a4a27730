import { expect, test } from 'vitest';
import { HttpError } from '../../../api/http-error.ts';
import { applyInTurn } from './apply-in-turn.ts';
import { appliedWords, applyAllWords, applyFailureWords, checkWords, failureWords } from './outcome-words.ts';

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

test.each([
  ['No Suggestions', 'There are no suggestions available to apply.', { applied: 0, failed: 0 }],
  [
    'Application Failed',
    'Some suggestions could not be applied. Please try individual suggestions.',
    { applied: 2, failed: 1 },
  ],
  ['Suggestions Applied', '3 applied', { applied: 3, failed: 0 }],
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
  expect(appliedWords({ title, changes, decision })).toContain('added to draft v2');
  expect(appliedWords({ title, changes, decision: { ...decision, draftVersion: 1 } })).toContain(
    'to the draft',
  );
  expect(appliedWords({ title, changes: [], decision: { ...decision, draftVersion: null } })).not.toContain(
    'draft',
  );
});

test('what was not applied is named once', () => {
  expect(failureWords('Cap MBO', '“Cap MBO” was already applied.')).toBe('“Cap MBO” was already applied.');
  expect(failureWords('Cap MBO', 'The server could not be reached.')).toMatch(/^Cap MBO: The server/);
});
