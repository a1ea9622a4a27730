import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ActFacts, heldFromAct, heldFromTask } from './acting.ts';
import { actingLevel, defaultAutonomyPolicy } from './autonomy.ts';

const [, , supervised, fullAuto] = defaultAutonomyPolicy.levels;
const passing: ActFacts = {
  confidence: 90,
  risk: 19,
  trust: 'Verified',
  overlays: ['OK'],
  losers: { count: 1, of: 10 },
  changePercent: '-2.0',
  ruleMatch: 80,
  changes: [{ component: 'mbo', set: { cap: '1.2x' } }],
  changesRecords: false,
  isPersonal: false,
};

test('[SGR-80] what is done without a click is capped by the mode and the rights of the owner', () => {
  const at = (owner: { mayApply: boolean } | null, mode: 'traditional' | 'hybrid' | 'agentic') =>
    [0, 1, 2, 3].map((chosen) => actingLevel({ chosen, mode, owner }));
  expect(at({ mayApply: true }, 'agentic')).toEqual([0, 1, 2, 3]);
  expect(at({ mayApply: true }, 'hybrid')).toEqual([0, 1, 2, 2]);
  expect(at({ mayApply: false }, 'agentic')).toEqual([0, 1, 2, 2]);
  expect(at(null, 'agentic')).toEqual([0, 1, 1, 1]);
  expect(at({ mayApply: true }, 'traditional')).toEqual([0, 0, 0, 0]);
});

test('[SGR-81] [SGR-82] each limit holds a suggestion back, and so does a figure that is missing', () => {
  expect(heldFromAct(passing, fullAuto!)).toEqual([]);
  const beyond: [Partial<ActFacts>, string][] = [
    [{ confidence: 89 }, 'confidence'],
    [{ confidence: null }, 'confidence'],
    [{ risk: 20 }, 'risk'],
    [{ risk: null }, 'risk'],
    [{ trust: 'Caution' }, 'trust'],
    [{ overlays: ['OK', 'Violation'] }, 'violation'],
    [{ losers: { count: 2, of: 19 } }, 'losers'],
    [{ losers: { count: 0, of: 0 } }, 'losers'],
    [{ losers: null }, 'losers'],
    [{ changePercent: '2.1' }, 'cost'],
    [{ changePercent: null }, 'cost'],
    [{ ruleMatch: 79 }, 'rule-match'],
    [{ isPersonal: true }, 'personal'],
    [{ changesRecords: true }, 'records'],
    [{ changes: [] }, 'changes'],
    [{ changes: [{ remove: 'mbo' }] }, 'terms'],
    [{ changes: [{ add: {} }] }, 'terms'],
    [{ changes: [{ component: 'mbo', set: { cap: '1.2x', status: 'Active' } }] }, 'terms'],
    [{ changes: [{ plan: { exchange: null } }] }, 'terms'],
  ];
  for (const [change, reason] of beyond)
    expect(heldFromAct({ ...passing, ...change }, fullAuto!), JSON.stringify(change)).toEqual([reason]);
  const asked = { ...passing, confidence: 80, trust: 'Alert', losers: null, ruleMatch: 0 } as const;
  expect(heldFromTask(asked, supervised!)).toEqual([]);
  expect(heldFromTask({ ...asked, confidence: 79 }, supervised!)).toEqual(['confidence']);
});

test('[SGR-82] whatever is applied alone would also become a task', () => {
  const percent = fc.option(fc.integer({ min: 0, max: 100 }));
  fc.assert(
    fc.property(
      percent,
      percent,
      percent,
      fc.constantFrom('Verified', 'Caution'),
      (confidence, risk, ruleMatch, trust) => {
        const facts: ActFacts = {
          ...passing,
          confidence,
          risk,
          ruleMatch,
          trust: trust as ActFacts['trust'],
        };
        if (heldFromAct(facts, fullAuto!).length === 0) expect(heldFromTask(facts, supervised!)).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
