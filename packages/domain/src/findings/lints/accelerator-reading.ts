import { ZERO } from '../../base/decimal.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { gapOf, type Lint, type Placed, pairLines, placedComponents, stakeOf, tally } from './lint.ts';

type Reading = Plan['acceleratorReading'];

/** One kind of words with two readings: where it stands, how the plan reads it, and the plan that reads it the other way. */
interface Question {
  readonly field: 'accelerator' | 'decelerator';
  readonly places: readonly Placed[];
  readonly read: Reading;
  readonly variant: Plan;
}

/** LINT-1: accelerators and decelerators have two readings; how far apart they are on this history. */
export function acceleratorReading(plan: Plan): Lint {
  const questions = questionsOf(plan).filter(({ places }) => places.length > 0);
  const gaps = questions.map(({ places }) => new Map(places.map(({ component }) => [component.id, tally()])));
  return {
    take: ({ paid, pay }) => {
      if (!paid.ok) return;
      for (const [i, { variant }] of questions.entries()) {
        for (const pair of pairLines(paid.value, pay(variant) ?? [])) {
          gaps[i]?.get(pair.before.componentId)?.add(gapOf(pair), pair.before.participantId);
        }
      }
    },
    findings: () =>
      questions.flatMap(({ field, places, read }, i) =>
        places.map(({ component, path }): Finding => {
          const gap = gaps[i]?.get(component.id) ?? tally();
          const differs = gap.amount().gt(ZERO);
          const text = component[field] ?? '';
          const words = WORDS[field];
          return {
            rule: 'LINT-1',
            severity: differs ? 'warning' : 'note',
            path: `${path}.${field}`,
            message: `“${text}” on ${component.name} can mean two things; this plan pays it ${words[read]}.`,
            fix: `Write “${text}, ${words[read]}” in the plan document people sign.`,
            stake: stakeOf(
              plan,
              gap,
              differs
                ? `Read ${words[other(read)]}, this history would have paid this much more or less.`
                : words.same,
            ),
          };
        }),
      ),
  };
}

function questionsOf(plan: Plan): readonly Question[] {
  const placed = placedComponents(plan);
  const slow = plan.deceleratorReading ?? plan.acceleratorReading;
  return [
    {
      field: 'accelerator',
      places: placed.filter(({ component }) => component.accelerator !== null),
      read: plan.acceleratorReading,
      // decelerators stay as they are read, so that the difference is the accelerators' alone
      variant: { ...plan, acceleratorReading: other(plan.acceleratorReading), deceleratorReading: slow },
    },
    {
      field: 'decelerator',
      places: placed.filter(({ component }) => component.decelerator !== undefined),
      read: slow,
      variant: { ...plan, deceleratorReading: other(slow) },
    },
  ];
}

function other(reading: Reading): Reading {
  return reading === 'incremental' ? 'first-dollar' : 'incremental';
}

const WORDS = {
  accelerator: {
    incremental: 'on the increment above the threshold',
    'first-dollar': 'from the first dollar',
    same: 'No one passed the threshold in this history, so both readings pay the same.',
  },
  decelerator: {
    incremental: 'permanently on everything below the threshold',
    'first-dollar': 'on everything until the threshold is reached, then removed',
    same: 'No one reached the threshold in this history, so both readings pay the same.',
  },
};
