import { expect, test } from 'vitest';
import { actWords, detailWords } from './trail-words.ts';

test('the trail is in plain words, without names of the log', () => {
  expect(actWords('audit_trail_accessed')).toBe('Audit trail opened');
  expect(actWords('override-rejected')).toBe('Override rejected by a second person');
  expect(actWords('some_new-act')).toBe('Some new act');
  expect(actWords('constructor')).toBe('Constructor');
  expect(detailWords({ suggestionId: 'cap', timestamp: '2026-01-01T00:00:00Z', entryCount: 4 })).toEqual([
    '4 entries shown',
  ]);
  expect(detailWords({ verificationStatus: 'failed', reason: 'DATA_QUALITY' })).toEqual([
    'Evidence verification failed',
    'Data quality',
  ]);
  expect(detailWords({ reason: 'thumbs_down' })).toEqual(['Not helpful']);
  expect(detailWords({ reason: 'reopened' })).toEqual([]);
});
