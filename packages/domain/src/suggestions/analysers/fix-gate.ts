import { asksAverage, type EachGate } from '../../plans/gate.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever } from './lever.ts';
import { percentile, shownNumber } from './statistics.ts';

const card = {
  key: 'fix-gate',
  version: '1',
  principle: 'A gate that no one passes is no condition, and neither is one that everyone passes.',
  thresholds: [{ label: 'Lines that pass the gate', value: 'none, or all' }],
  limits: [
    'The replay assumes that people sell the same with a gate within reach.',
    'A gate may be there for safety or compliance; such gates stay.',
  ],
} as const;

const WITHIN = 5;
/** Mild first: the percentile of the attainment that the gate would ask for. */
const PERCENTILES = [75, 50, 25] as const;
const REMOVED = 'remove';

/** Attainment that the gate read, one for each line it decided. */
type Asked = readonly number[];

/** A8 (SGR-108): a gate that decides nothing. */
export const fixGate: Analyser = {
  card,
  levers: (plan) =>
    activeComponents(plan).flatMap((component) => {
      const { gate } = component;
      if (gate === null || asksAverage(gate) || gate.also !== undefined) return [];
      return [lever(gateLever(component, gate, plan))];
    }),
};

function gateLever(component: Component, gate: EachGate, plan: Plan): Lever<Asked> {
  const atLeast = Number(gate.atLeastPercent);
  const other = plan.components.find(({ id }) => id === gate.componentId)?.name ?? gate.componentId;
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/gate`,
    componentId: component.id,
    risks: ['BEHAVIOUR', 'TAIL'],
    summarise: (payee) => askedOf(payee, component.id, gate.componentId),
    candidates: (all) => {
      const proposal = proposed(all, atLeast);
      if (proposal === null) return [];
      if (proposal === REMOVED) return [removal(component, other)];
      return PERCENTILES.map((percent) => Math.round(percentile(all.flat(), percent)))
        .filter((at, i, found) => at > 0 && at < atLeast && found.indexOf(at) === i)
        .map((at) => candidateOf(component, { gate, other, at }));
    },
    propose: (sample) =>
      proposed(
        sample.map(({ summary }) => summary),
        atLeast,
      ),
    agrees: (proposal, chosen) =>
      proposal === chosen || Math.abs(Number(proposal) - Number(chosen)) <= WITHIN,
    observe: (all, chosen) => {
      const asked = all.flatMap(({ summary }) => summary);
      const highest = asked.reduce((max, one) => Math.max(one, max), 0);
      return {
        seen:
          chosen.id === REMOVED
            ? [`All ${asked.length} lines of ${component.name} passed its gate, so it withheld nothing.`]
            : [
                `None of ${asked.length} lines of ${component.name} passed its gate, ${other} at ${shownNumber(atLeast, 2)}%; the highest reached ${shownNumber(highest, 1)}%.`,
                `Three lines in four reached ${chosen.id}% of ${other}.`,
              ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

/** Without a quota of the measure there is no attainment, and so nothing the gate could be compared with. */
function askedOf({ lines }: PayeeFacts, componentId: string, gatingId: string): Asked {
  const gating = new Map(
    lines.flatMap(({ componentId: id, period, attainment }) =>
      id === gatingId && attainment !== null ? [[period, attainment] as const] : [],
    ),
  );
  return lines.flatMap(({ componentId: id, period }) => {
    const attainment = gating.get(period);
    return id === componentId && attainment !== undefined ? [attainment] : [];
  });
}

function proposed(all: readonly Asked[], atLeast: number): string | null {
  const asked = all.flat();
  if (asked.length === 0) return null;
  const passed = asked.filter((one) => one >= atLeast).length;
  if (passed === asked.length) return REMOVED;
  const at = Math.round(percentile(asked, 25));
  return passed === 0 && at > 0 && at < atLeast ? String(at) : null;
}

function removal({ id, name }: Component, other: string): Candidate {
  return {
    id: REMOVED,
    changes: [{ component: id, set: { gate: null } }],
    title: `Remove the gate of ${name}`,
    description: `${name} no longer asks for ${other}.`,
  };
}

function candidateOf(
  { id, name }: Component,
  { gate, other, at }: { readonly gate: EachGate; readonly other: string; readonly at: number },
): Candidate {
  return {
    id: String(at),
    changes: [{ component: id, set: { gate: { ...gate, atLeastPercent: String(at) } } }],
    title: `Lower the gate of ${name} to ${at}%`,
    description: `${name} asks for ${at}% of ${other} instead of ${gate.atLeastPercent}%.`,
  };
}
