import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  burnsTooFast,
  CANARY_PERCENT,
  checkRules,
  deploymentMoves,
  deploymentStatuses,
  environments,
  environmentTypeOf,
  isFrozen,
  isInCanary,
  needsApproval,
  progressOf,
  stagesOf,
  standardRules,
  strategies,
} from './deployment.ts';

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });

describe('environments', () => {
  it('[CONF-BUILD-19] are dev, staging and prod, called development, staging and production in deployments', () => {
    expect(environments.map((one) => [one, environmentTypeOf[one]])).toEqual([
      ['dev', 'development'],
      ['staging', 'staging'],
      ['prod', 'production'],
    ]);
  });

  it('[REL-18] have a target, and a version that fails 14.4 times faster than it allows is put back', () => {
    const none = { outcomes: 0, bad: 0 };
    const fails = (
      runs: number,
      failed: number,
      more: { target?: number; short?: number; before?: typeof none } = {},
    ) => {
      const { target = 99, short = failed, before = none } = more;
      const windows = { long: { runs, failed }, short: { runs: Math.max(short, 1), failed: short } };
      return burnsTooFast(target, windows, before);
    };
    expect(standardRules('prod').target).toBe(99);
    expect([fails(1_000, 143), fails(1_000, 144)]).toEqual([false, true]);
    expect([fails(1_000, 71, { target: 99.5 }), fails(1_000, 72, { target: 99.5 })]).toEqual([false, true]);
    expect([fails(19, 19), fails(20, 20)]).toEqual([false, true]);
    // the failures are over
    expect(fails(1_000, 500, { short: 0 })).toBe(false);
    // the version before failed as often, so it would help no one
    expect([10, 9].map((bad) => fails(100, 20, { before: { outcomes: 50, bad } }))).toEqual([false, true]);
  });

  it('[REL-3] are frozen between two moments', () => {
    const rules = {
      ...standardRules('prod'),
      frozenFrom: '2026-12-20T00:00:00Z',
      frozenUntil: '2027-01-02T00:00:00.000000Z',
    };
    const at = (moment: string) => isFrozen(rules, moment);
    expect([at('2026-12-19T23:59:59.999Z'), at('2026-12-20T00:00:00.000Z')]).toEqual([false, true]);
    expect([at('2027-01-01T23:59:59.999Z'), at('2027-01-02T00:00:00.000Z')]).toEqual([true, false]);
    expect(isFrozen(standardRules('prod'), '2026-12-24T00:00:00.000Z')).toBe(false);
    expect(checkRules({ ...rules, frozenUntil: rules.frozenFrom }).ok).toBe(false);
    expect(checkRules(rules).ok).toBe(true);
  });

  it('[REL-4] need an approval outside development, and for high risk whatever is set', () => {
    expect(environments.map((one) => standardRules(one).needsApproval)).toEqual([
      'never',
      'always',
      'always',
    ]);
    expect(needsApproval('prod', 'never', 'high')).toBe(true);
    expect(needsApproval('prod', 'never', 'medium')).toBe(false);
    expect(needsApproval('dev', 'never', 'high')).toBe(false);
    expect(needsApproval('dev', 'high-risk', 'high')).toBe(true);
    expect(needsApproval('dev', 'always', 'low')).toBe(true);
  });
});

describe('a deployment', () => {
  it('[REL-5] [DEPLOY-11] ends completed or failed and moves no more', () => {
    expect(deploymentStatuses).toEqual(['pending', 'running', 'completed', 'failed']);
    expect([deploymentMoves.completed, deploymentMoves.failed]).toEqual([[], []]);
    expect(deploymentMoves.pending).not.toContain('completed');
  });

  it('[REL-5] has stages whose progress rises from 0 to 100', () => {
    for (const strategy of strategies) {
      const total = stagesOf(strategy, true).length;
      const steps = stagesOf(strategy, true).map((_, passed) => progressOf(passed, total));
      expect([...steps, progressOf(total, total)]).toEqual([...steps, 100].toSorted((a, b) => a - b));
      expect(steps[0]).toBe(0);
    }
    expect(progressOf(1, 3)).toBe(33.33);
    expect(progressOf(1, 4, 0.5)).toBe(37.5);
  });
});

describe('strategies', () => {
  it('[DEPLOY-13] [DEPLOY-12] are blue-green, a canary of 10 % and all at once with automatic rollback', () => {
    expect([...strategies].toSorted()).toEqual(['auto-rollback', 'blue-green', 'canary']);
    expect(CANARY_PERCENT).toBe(10);
    expect(stagesOf('canary', true).slice(3)).toEqual(['canary', 'watch', 'switch']);
    expect(stagesOf('blue-green', true).slice(3)).toEqual(['preview', 'switch']);
    expect(stagesOf('auto-rollback', true).slice(3)).toEqual(['switch', 'watch']);
    expect(stagesOf('auto-rollback', false).slice(3)).toEqual(['switch']);
  });
});

describe('a canary', () => {
  it('[REL-2] keeps its subjects when its share rises', () => {
    fc.assert(
      fc.property(hex, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (digest, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        if (isInCanary(digest, low)) expect(isInCanary(digest, high)).toBe(true);
        expect(isInCanary(digest, 100)).toBe(true);
      }),
    );
  });

  it('[REL-2] [DEPLOY-12] takes a tenth of the subjects within three deviations', () => {
    const digests = Array.from({ length: 20_000 }, (_, at) => hash('sha256', `payee ${at}`));
    const taken = digests.filter((digest) => isInCanary(digest, 10)).length;
    expect(Math.abs(taken - 2_000)).toBeLessThan(3 * Math.sqrt(20_000 * 0.1 * 0.9));
  });
});
