import { expect, test } from 'vitest';
import { movedTo, openSuggestionMoves, suggestionMoves, suggestionStatuses } from './moves.ts';

test('[SGR-3] [BSTATE-02] only the moves of the table are legal', () => {
  expect(
    Object.fromEntries(suggestionStatuses.map((status) => [status, openSuggestionMoves(status)])),
  ).toEqual({
    open: ['apply', 'override', 'reject', 'supersede'],
    applied: ['undo'],
    overridden: ['reopen'],
    rejected: [],
    superseded: [],
  });
  expect(movedTo('open', 'apply')).toBe('applied');
  expect(movedTo('applied', 'apply')).toBeNull();
  expect(Object.keys(suggestionMoves)).toHaveLength(6);
});
