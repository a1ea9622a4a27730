import { parseAccelerator } from '../../plans/accelerator.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { Thresholds } from '../configurations/assistant-settings.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Candidate, type Lever, lever } from './lever.ts';
import { areOff, overallOf } from './quota-facts.ts';
import { fewestWithout, shownNumber, tossesAtLeast } from './statistics.ts';

const card = {
  key: 'tighten-accelerator',
  version: '1',
  principle: 'A threshold that many lines end just above invites deals to be moved there.',
  thresholds: [
    {
      label: 'Lines up to 5 points above the threshold',
      value: '8, and twice those up to 5 points below',
      setting: 'crowdedLines',
    },
    { label: 'Probability of so many by chance', value: '10%' },
    { label: 'Or lines above the threshold', value: 'more than 20%' },
  ],
  limits: [
    'The replay assumes that people sell the same; those who aim at the threshold will aim at the new one.',
  ],
} as const;

const STEP = 5;
const MAX_CHANCE = 0.1;
const MAX_SHARE = 0.2;
const TRIED = 4;

/** Attainments of one payee's lines, in percent, and how far quotas were reached over the span. */
interface Reached {
  readonly percents: readonly number[];
  readonly overall: number | null;
}

/** A3 (SGR-103): lines that bunch just above the threshold of an accelerator. */
export const tightenAccelerator: Analyser = { card, levers: leversOf };

function leversOf(plan: Plan, { crowdedLines }: Thresholds): readonly Lever[] {
  return activeComponents(plan).flatMap((component) => {
    const parsed = component.accelerator === null ? null : parseAccelerator(component.accelerator);
    if (!parsed?.ok || parsed.value.multiplier.lte(1)) return [];
    return [
      lever(
        thresholdLever(component, {
          threshold: parsed.value.abovePercent.toNumber(),
          multiplier: parsed.value.multiplier.toFixed(),
          crowd: crowdedLines,
        }),
      ),
    ];
  });
}

function thresholdLever(
  component: Component,
  {
    threshold,
    multiplier,
    crowd,
  }: { readonly threshold: number; readonly multiplier: string; readonly crowd: number },
): Lever<Reached> {
  const next = (all: readonly Reached[]) => proposedThreshold(all, { threshold, crowd });
  return {
    card,
    key: card.key,
    field: `${component.id}/accelerator`,
    componentId: component.id,
    risks: ['LOSERS', 'BEHAVIOUR', 'TAIL'],
    summarise: (payee) => reachedBy(payee, component.id),
    candidates: (all) => {
      const proposed = next(all);
      if (proposed === null) return [];
      const first = Math.floor(threshold / STEP) * STEP + STEP;
      const steps = Math.max(TRIED, (proposed - first) / STEP + 2);
      return Array.from({ length: steps }, (_, i) =>
        candidateOf(component, { threshold: first + i * STEP, multiplier }),
      );
    },
    propose: (sample) => {
      const proposed = next(sample.map(({ summary }) => summary));
      return proposed === null ? null : String(proposed);
    },
    observe: (all, chosen) =>
      observation(component, { threshold, crowd, all: all.map(({ summary }) => summary), chosen }),
  };
}

function reachedBy({ lines }: PayeeFacts, componentId: string): Reached {
  const own = lines.filter((one) => one.componentId === componentId);
  return {
    percents: own.flatMap(({ attainment }) => (attainment === null ? [] : [attainment])),
    overall: overallOf(own),
  };
}

function candidateOf(
  component: Component,
  { threshold, multiplier }: { readonly threshold: number; readonly multiplier: string },
): Candidate {
  const accelerator = `>${threshold}% @ ${multiplier}x`;
  return {
    id: String(threshold),
    changes: [{ component: component.id, set: { accelerator } }],
    title: `Move the accelerator of ${component.name} to ${threshold}%`,
    description: `${component.name} pays ${multiplier}x from ${threshold}% of quota instead of “${component.accelerator}”.`,
  };
}

/** Where an accelerator begins, and how many lines just above it are a crowd. */
interface Threshold {
  readonly threshold: number;
  readonly crowd: number;
}

/** How many attainments lie in (from, to]. */
function between(percents: readonly number[], from: number, to: number): number {
  let count = 0;
  for (const one of percents) if (one > from && one <= to) count += 1;
  return count;
}

/** At least so many lines just above, twice those just below, and by chance at most once in ten. */
function bunches(percents: readonly number[], { threshold, crowd }: Threshold): boolean {
  const above = between(percents, threshold, threshold + STEP);
  const below = between(percents, threshold - STEP, threshold);
  if (above < crowd || above < 2 * below) return false;
  // two thirds of a hundred tosses or more come up heads less than once in two hundred (Hoeffding)
  return above + below >= CERTAIN || tossesAtLeast(above, above + below) <= MAX_CHANCE;
}

const CERTAIN = 100;

/** The smallest multiple of 5 above the threshold without a crowd above it; null: nothing is wrong with the threshold. */
function proposedThreshold(all: readonly Reached[], { threshold, crowd }: Threshold): number | null {
  const percents = all.flatMap((one) => one.percents);
  const above = (at: number) => between(percents, at, Number.POSITIVE_INFINITY);
  if (above(threshold) < crowd || quotasAreOff(all)) return null;
  const isCommon = (at: number) => above(at) > percents.length * MAX_SHARE;
  const isCrowded = (at: number) => bunches(percents, { threshold: at, crowd });
  if (!isCrowded(threshold) && !isCommon(threshold)) return null;
  let at = Math.floor(threshold / STEP) * STEP + STEP;
  while ((isCrowded(at) || isCommon(at)) && at < threshold + 20 * STEP) at += STEP;
  return at;
}

/** Quotas so easy or so hard that they come first (SGR-114). */
function quotasAreOff(all: readonly Reached[]): boolean {
  return areOff(all.flatMap((one) => (one.overall === null ? [] : [one.overall])));
}

/** Of so many the chance is far below one in a million (Hoeffding), and is not computed. */
const EXACT_TOSSES = 400;
const RARE = 1e-6;

function observation(
  component: Component,
  given: Threshold & { readonly all: readonly Reached[]; readonly chosen: Candidate },
) {
  const { threshold, crowd, all, chosen } = given;
  const percents = all.flatMap((one) => one.percents);
  const above = between(percents, threshold, threshold + STEP);
  const below = between(percents, threshold - STEP, threshold);
  const chance = above + below > EXACT_TOSSES ? 0 : tossesAtLeast(above, above + below);
  const accelerated = percents.filter((one) => one > threshold).length;
  const from = Math.max(0, threshold - 4 * STEP);
  return {
    seen: bunches(percents, { threshold, crowd })
      ? [
          `${above} lines of ${component.name} end within 5 points above ${threshold}% of quota, ${below} within 5 points below.`,
          `By chance so many would be above ${chance < RARE ? 'less than once in a million' : `once in ${Math.floor(1 / chance)}`}; ${chosen.id}% is the next threshold without a crowd above it.`,
        ]
      : [
          `${accelerated} of ${percents.length} lines of ${component.name} are above ${threshold}% of quota, more than a fifth.`,
          `${chosen.id}% is the lowest threshold that at most a fifth of the lines reach.`,
        ],
    benchmark: {
      title: `Attainment of ${component.name} around the threshold`,
      columns: ['Above', 'Up to', 'Lines'],
      rows: Array.from({ length: 8 }, (_, i) => {
        const start = from + i * STEP;
        return [`${start}%`, `${start + STEP}%`, `${between(percents, start, start + STEP)}`];
      }),
      source: 'Larkin 2014: moving deals around accelerators cost a software vendor 6–8% of revenue',
    },
    flipPoint: flipPoint(all, { threshold, crowd }),
  };
}

/** Takes lines away, the nearest above the threshold first, until the threshold is left alone. */
function flipPoint(all: readonly Reached[], { threshold, crowd }: Threshold): string | null {
  const near = all
    .flatMap(({ percents }) => percents)
    .filter((one) => one > threshold)
    .toSorted((a, b) => a - b);
  const above = between(near, threshold, threshold + STEP);
  const removed = fewestWithout(near.length, (count) => {
    const bound = near[count - 1]!;
    let left = count;
    const rest = all.map((one) => ({
      ...one,
      percents: one.percents.filter((at) => {
        if (left === 0 || at <= threshold || at > bound) return true;
        left -= 1;
        return false;
      }),
    }));
    return proposedThreshold(rest, { threshold, crowd }) !== null;
  });
  if (removed === null) return null;
  return `It would not be suggested if ${removed} of the ${above} lines had not ended within 5 points above ${percentText(threshold)}.`;
}

function percentText(of: number): string {
  return `${shownNumber(of, 2)}%`;
}
