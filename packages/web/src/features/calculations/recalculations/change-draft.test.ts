import { expect, test } from 'vitest';
import type { Run } from '../../../api/shapes.ts';
import { draftOf, draftOfKind } from './change-draft.ts';

const run = {
  period: { key: '2025-12', from: '2025-12-01', to: '2025-12-31' },
  currency: 'USD',
} as Run;

test('another kind of record begins with the same payee, and what was typed before comes back', () => {
  const quota = { ...draftOf('quota', run), participantId: 'TC-1', amount: '5000' };
  const assignment = draftOfKind('assignment', { draft: quota, typed: { quota }, run });
  expect(assignment).toMatchObject({ of: 'assignment', participantId: 'TC-1', from: '2025-12-01', to: '' });
  const typed = { quota, assignment };
  expect(draftOfKind('quota', { draft: assignment, typed, run })).toBe(quota);
});

test('a quota of one payee is not taken for another', () => {
  const quota = { ...draftOf('quota', run), participantId: 'TC-1', amount: '5000' };
  const assignment = { ...draftOf('assignment', run), participantId: 'TC-2' };
  const again = draftOfKind('quota', { draft: assignment, typed: { quota, assignment }, run });
  expect(again).toMatchObject({ participantId: 'TC-2', amount: '' });
});

test('a deal that was named keeps whose it is; none named takes the payee chosen since', () => {
  const assignment = { ...draftOf('assignment', run), participantId: 'TC-2' };
  const deal = { ...draftOf('deal', run), dealId: 'D-1', participantId: 'TC-1' };
  expect(draftOfKind('deal', { draft: assignment, typed: { deal }, run })).toBe(deal);
  const unnamed = { deal: draftOf('deal', run) };
  expect(draftOfKind('deal', { draft: assignment, typed: unnamed, run }).participantId).toBe('TC-2');
});
