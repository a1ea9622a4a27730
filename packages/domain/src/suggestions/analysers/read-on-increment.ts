import { parseAccelerator } from '../../plans/accelerator.ts';
import { parseDecelerator } from '../../plans/decelerator.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { type Analyser, firstWord, type Lever, lever, type Tried } from './lever.ts';

const card = {
  key: 'read-on-increment',
  version: '1',
  principle: 'A threshold that changes the pay of everything below it makes a few deals decide too much.',
  thresholds: [
    { label: 'Lines within 5% above the threshold', value: '5' },
    { label: 'Pay that depends on the reading', value: '1% of the cost' },
  ],
  limits: ['A plan document that people signed may say how the accelerator is read; it is not stored.'],
} as const;

const NEAR = 1.05;
const MIN_LINES = 5;
const MIN_SHARE = 100n;
const INCREMENT = 'incremental';

interface Near {
  readonly lines: number;
}

/** A4 (SGR-104): thresholds read from the first dollar, with lines just above them. */
export const readOnIncrement: Analyser = { card, levers: (plan) => leversOf(plan) };

function leversOf(plan: Plan): readonly Lever[] {
  const accelerated = activeComponents(plan).filter(({ accelerator }) => accelerator !== null);
  const slowed = activeComponents(plan).filter(({ decelerator }) => decelerator !== undefined);
  const slow = plan.deceleratorReading ?? plan.acceleratorReading;
  return [
    ...(plan.acceleratorReading === 'first-dollar' && accelerated.length > 0
      ? [
          lever(
            readingLever(accelerated, {
              field: 'accelerator',
              // decelerators stay as they are read
              set: {
                acceleratorReading: INCREMENT,
                ...(slowed.length > 0 ? { deceleratorReading: slow } : {}),
              },
            }),
          ),
        ]
      : []),
    ...(slow === 'first-dollar' && slowed.length > 0
      ? [lever(readingLever(slowed, { field: 'decelerator', set: { deceleratorReading: INCREMENT } }))]
      : []),
  ];
}

function readingLever(
  components: readonly Component[],
  {
    field,
    set,
  }: { readonly field: 'accelerator' | 'decelerator'; readonly set: Readonly<Record<string, unknown>> },
): Lever<Near> {
  const [first] = components;
  const edges = new Map(components.map((one) => [one.id, edgeOf(one, field)]));
  const names = components.map(({ name }) => name).join(', ');
  return {
    card,
    key: `${card.key}-${firstWord(first?.id ?? '')}`,
    field: `${first?.id}/${field}`,
    componentId: components.length === 1 ? (first?.id ?? null) : null,
    risks: ['LOSERS', 'BEHAVIOUR', 'TAIL'],
    summarise: ({ lines }) => ({
      lines: lines.filter(({ componentId, attainment }) => {
        const edge = edges.get(componentId);
        return edge != null && attainment !== null && attainment > edge && attainment <= edge * NEAR;
      }).length,
    }),
    candidates: (all) =>
      count(all) < MIN_LINES
        ? []
        : [
            {
              id: INCREMENT,
              changes: [{ plan: set }],
              title: `Read the ${field} of ${names} on the increment`,
              description: `The ${field} of ${names} counts only for the part ${field === 'accelerator' ? 'above' : 'below'} its threshold.`,
            },
          ],
    propose: (sample) => {
      if (count(sample.map(({ summary }) => summary)) < MIN_LINES) return null;
      return stakeIsLarge(sample) ? INCREMENT : null;
    },
    observe: (all) => ({
      seen: [
        `${count(all.map(({ summary }) => summary))} lines of ${names} end within 5% above the threshold, and their whole pay depends on it.`,
        'Read on the increment, a deal more or less changes only its own pay.',
      ],
      benchmark: null,
      flipPoint: null,
    }),
  };
}

function edgeOf(component: Component, field: 'accelerator' | 'decelerator'): number | null {
  const text = component[field];
  if (text == null) return null;
  if (field === 'accelerator') {
    const parsed = parseAccelerator(text);
    return parsed.ok ? parsed.value.abovePercent.toNumber() : null;
  }
  const parsed = parseDecelerator(text);
  return parsed.ok ? parsed.value.belowPercent.toNumber() : null;
}

function count(all: readonly Near[]): number {
  return all.reduce((sum, { lines }) => sum + lines, 0);
}

/** Σ |difference| of the two readings, at least 1 % of the cost. */
function stakeIsLarge(sample: readonly Tried<Near>[]): boolean {
  let [stake, cost] = [0n, 0n];
  for (const one of sample) {
    const after = one.after(INCREMENT);
    if (after === null) continue;
    cost += one.before;
    stake += after > one.before ? after - one.before : one.before - after;
  }
  return stake * MIN_SHARE >= cost && stake > 0n;
}
