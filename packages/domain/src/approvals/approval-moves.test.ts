import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  approvalStatuses,
  barredPart,
  type Countable,
  countVote,
  expiryOf,
  isSamePerson,
  statusAt,
  type Vote,
} from './approval-moves.ts';

const at = '2026-01-05T10:00:00.000Z';
const request: Countable = {
  status: 'open',
  hash: 'a1',
  requiredApprovals: 1,
  currentApprovals: 0,
  expiresAt: expiryOf(at, 7),
};
const nothing = { asked: false, edited: false, benefits: false };
const vote: Vote = { decision: 'approve', hash: 'a1', reason: null, part: nothing, hasVoted: false, at };
const rulesOf = (given: Partial<Vote>, of: Partial<Countable> = {}) => {
  const counted = countVote({ ...request, ...of }, { ...vote, ...given });
  return counted.ok ? [] : counted.problems.map(({ rule }) => rule);
};

describe('a vote', () => {
  test('[APR-1] counts only while the request is open', () => {
    for (const status of approvalStatuses)
      expect(rulesOf({}, { status })).toEqual(
        status === 'open' ? [] : [status === 'expired' ? 'APR-5' : 'APR-1'],
      );
  });

  test('[APR-2] is not for the person who asked, edited or benefits', () => {
    for (const part of ['asked', 'edited', 'benefits'] as const) {
      expect(barredPart({ ...nothing, [part]: true })).toBe(part);
      expect(rulesOf({ part: { ...nothing, [part]: true } })).toEqual(['APR-2']);
    }
    expect(barredPart(nothing)).toBeNull();
  });

  test('[APR-2] accounts paid as one participant are one person', () => {
    const a = { userId: 'a', participantId: 'ann' };
    expect(isSamePerson(a, { userId: 'b', participantId: 'ann' })).toBe(true);
    expect(isSamePerson(a, { userId: 'a', participantId: null })).toBe(true);
    expect(isSamePerson(a, { userId: 'b', participantId: 'bob' })).toBe(false);
    expect(isSamePerson({ ...a, participantId: null }, { userId: 'b', participantId: null })).toBe(false);
  });

  test('[APR-3] [APR-4] [APR-7] names what was read, comes once, and a rejection says why', () => {
    expect(rulesOf({ hash: 'b2' })).toEqual(['APR-3']);
    expect(rulesOf({ hasVoted: true })).toEqual(['APR-4']);
    expect(rulesOf({ decision: 'reject' })).toEqual(['APR-7']);
    expect(rulesOf({ decision: 'reject', reason: 'Wrong period' })).toEqual([]);
  });

  test('[APR-5] comes before the last moment', () => {
    const last = Date.parse(request.expiresAt);
    const moment = (ms: number) => new Date(ms).toISOString();
    expect(rulesOf({ at: moment(last - 1) })).toEqual([]);
    expect(rulesOf({ at: moment(last) })).toEqual(['APR-5']);
    expect(statusAt(request, moment(last))).toBe('expired');
    expect(statusAt({ ...request, status: 'approved' }, moment(last))).toBe('approved');
  });
});

test('[APR-4] whatever comes in whatever order, each person counts once and a closed request never changes', () => {
  const votes = fc.array(
    fc.record({ voter: fc.nat(5), rejects: fc.boolean(), hash: fc.constantFrom('a1', 'a1', 'a1', 'b2') }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(votes, fc.integer({ min: 1, max: 4 }), (given, requiredApprovals) => {
      let current: Countable = { ...request, requiredApprovals };
      const counted = new Map<number, boolean>();
      for (const { voter, rejects, hash } of given) {
        const before = current;
        const done = countVote(current, {
          ...vote,
          decision: rejects ? 'reject' : 'approve',
          reason: rejects ? 'no' : null,
          hash,
          part: { ...nothing, asked: voter === 0 },
          hasVoted: counted.has(voter),
        });
        if (before.status !== 'open') expect(done.ok).toBe(false);
        if (!done.ok) continue;
        expect([voter, hash]).not.toContain(0);
        expect(hash).toBe('a1');
        counted.set(voter, !rejects);
        current = { ...current, ...done.value };
      }
      const approvals = [...counted.values()].filter(Boolean).length;
      const rejections = counted.size - approvals;
      expect(current.currentApprovals).toBe(approvals);
      expect(current.currentApprovals).toBeLessThanOrEqual(requiredApprovals);
      expect(current.status).toBe(
        rejections > 0 ? 'rejected' : approvals === requiredApprovals ? 'approved' : 'open',
      );
    }),
  );
});
