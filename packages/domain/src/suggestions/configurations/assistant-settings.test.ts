import { expect, test } from 'vitest';
import { type ActFacts, heldFromAct, heldFromTask } from '../acting.ts';
import { analyserCards } from '../analysers/cards.ts';
import { thresholdsInForce } from '../analysers/lever.ts';
import { defaultAutonomyPolicy } from '../autonomy.ts';
import {
  type ActingLimit,
  actingKeys,
  actingRanges,
  autonomyPolicyOf,
  defaultActing,
  defaultSettings,
  defaultThresholds,
  settingsProblems,
  thresholdKeys,
  thresholdRanges,
} from './assistant-settings.ts';

const known = analyserCards.map(({ key }) => key);
const paths = (wanted: Partial<typeof defaultSettings>) =>
  settingsProblems({ ...defaultSettings, ...wanted }, known).map(({ rule, path }) => `${rule} ${path}`);

test('[SGR-48] shipped settings are valid; others name each value that is out of its range', () => {
  expect(paths({})).toEqual([]);
  expect(new Set(known).size).toBe(23);
  expect(paths({ off: ['add-cap', 'guess'] })).toEqual(['SGR-48 off']);
  for (const key of thresholdKeys) {
    const { min, max, analyser } = thresholdRanges[key];
    for (const wrong of [min - 1, max + 1, min + 0.013])
      expect(paths({ thresholds: { ...defaultThresholds, [key]: wrong } })).toEqual([
        `SGR-48 thresholds.${key}`,
      ]);
    for (const right of [min, max])
      expect(paths({ thresholds: { ...defaultThresholds, [key]: right } })).toEqual([]);
    if (analyser !== null) expect(known).toContain(analyser);
  }
});

test('[SGR-48] each threshold of an analyser is on its card, with the value in force', () => {
  const own = Object.fromEntries(thresholdKeys.map((key, i) => [key, 70 + i])) as typeof defaultThresholds;
  for (const key of thresholdKeys) {
    const { analyser } = thresholdRanges[key];
    if (analyser === null) continue;
    const card = analyserCards.find((one) => one.key === analyser)!;
    const at = card.thresholds.findIndex(({ setting }) => setting === key);
    expect(thresholdsInForce(card, defaultThresholds)[at]?.value).toBe(card.thresholds[at]?.value);
    expect(thresholdsInForce(card, own)[at]?.value).toContain(String(own[key]));
  }
});

test('[SGR-49] limits of acting alone only get stricter, and each holds back what it excludes', () => {
  expect(autonomyPolicyOf(defaultActing)).toEqual(defaultAutonomyPolicy);
  const facts: ActFacts = {
    confidence: 90,
    risk: 19,
    trust: 'Verified',
    overlays: ['OK'],
    losers: { count: 1, of: 10 },
    changePercent: '-2',
    ruleMatch: 80,
    changes: [{ component: 'a', set: { cap: '2x' } }],
    changesRecords: false,
    isPersonal: false,
  };
  const held = (key: ActingLimit, value: number) => {
    const [, , task, act] = autonomyPolicyOf({ ...defaultActing, [key]: value }).levels;
    return [...heldFromTask(facts, task!), ...heldFromAct(facts, act!)];
  };
  for (const key of actingKeys) {
    const { value, min, max } = actingRanges[key];
    const strictest = value === min ? max : min;
    const weaker = value === min ? min - 1 : max + 1;
    expect(paths({ acting: { ...defaultActing, [key]: weaker } })).toEqual([`SGR-49 acting.${key}`]);
    expect(paths({ acting: { ...defaultActing, [key]: strictest } })).toEqual([]);
    expect(held(key, value)).toEqual([]);
    // the number of acts is counted where they are made
    if (key !== 'actsADay') expect(held(key, strictest), key).not.toEqual([]);
  }
});
