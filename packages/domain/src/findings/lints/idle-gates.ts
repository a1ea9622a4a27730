import { attainmentOf, reaches } from '../../attainment/attainment.ts';
import { weightedAverage } from '../../attainment/weighted-average.ts';
import { decimal } from '../../base/decimal.ts';
import { counted, percent } from '../../base/figures.ts';
import type { Ratio } from '../../base/ratio.ts';
import { listed } from '../../payouts/gates/gate-words.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import { asksAverage, type Gate, gateConditions } from '../../plans/gate.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import {
  gapOf,
  type Lint,
  measuredOn,
  pairLines,
  placedComponents,
  stakeOf,
  tally,
  withComponents,
} from './lint.ts';

/** LINT-5: gates that nobody met, or that everybody met: they withhold everything, or nothing. */
export function idleGates(plan: Plan): Lint {
  const gated = placedComponents(plan).filter(({ component }) => component.gate !== null);
  const variant = withComponents(plan, (one) => ({ ...one, gate: null }));
  const watched = gated.map((placed) => ({ ...placed, open: 0, closed: 0, withheld: tally() }));
  return {
    take: ({ paid, pay }) => {
      if (watched.length === 0 || !paid.ok) return;
      const free = pairLines(paid.value, pay(variant) ?? []);
      for (const watch of watched) {
        const { gate } = watch.component;
        if (gate === null) continue;
        for (const { lines } of paid.value) {
          for (const line of lines.filter((one) => one.componentId === watch.component.id)) {
            const of = (id: string) =>
              lines.find((one) => one.componentId === id && one.participantId === line.participantId);
            const open = isOpen(gate, of);
            if (open === true) watch.open += 1;
            if (open === false) watch.closed += 1;
          }
        }
        for (const pair of free.filter(({ before }) => before.componentId === watch.component.id)) {
          watch.withheld.add(gapOf(pair), pair.before.participantId);
        }
      }
    },
    findings: () =>
      watched.flatMap(({ component, path, open, closed, withheld }): Finding[] => {
        if (open > 0 === closed > 0 || component.gate === null) return [];
        const times = counted(open + closed, 'time');
        const gate = `The gate of ${component.name} (${askedWords(component.gate)})`;
        const at = `${path}.gate`;
        if (open === 0) {
          const held =
            component.gate.closes === 'higher-rates'
              ? 'the higher rates paid nothing'
              : 'the component paid nothing';
          const message = `${gate}: no one passed it in ${times}; ${held}.`;
          const stake = stakeOf(plan, withheld, 'Pay withheld by the gate in this history.');
          const fix = 'Lower the percentage, or remove the component.';
          return [{ rule: 'LINT-5', severity: 'warning', path: at, message, fix, stake }];
        }
        const message = `${gate}: everyone passed it, ${times}, so it changed nothing.`;
        const stake = stakeOf(plan, withheld, 'Pay withheld by the gate in this history: none.');
        return [
          {
            rule: 'LINT-5',
            severity: 'note',
            path: at,
            message,
            fix: 'Raise the percentage or remove the gate.',
            stake,
          },
        ];
      }),
  };
}

type LineOf = (componentId: string) => PayoutLine | undefined;

/** Decided on the exact figures of the lines, not on the percents that are shown; null where one it asks for has no line. */
function isOpen(gate: Gate, of: LineOf): boolean | null {
  const asked = asksAverage(gate) ? gate.average : gateConditions(gate);
  if (asked.some(({ componentId }) => of(componentId) === undefined)) return null;
  if (!asksAverage(gate)) {
    return gateConditions(gate).every(({ componentId, atLeastPercent }) => {
      const attained = attainedOn(of(componentId));
      return attained !== null && reaches(attained, decimal(atLeastPercent));
    });
  }
  const { average, atLeastPercent, countAtMostPercent: max } = gate;
  const parts = average.map(({ componentId, weightPercent }) => ({
    attained: attainedOn(of(componentId)),
    weightPercent: decimal(weightPercent),
  }));
  const actual = weightedAverage(parts, max === undefined ? null : decimal(max));
  return actual !== null && reaches(actual, decimal(atLeastPercent));
}

function attainedOn(line: PayoutLine | undefined): Ratio | null {
  if (line === undefined) return null;
  return attainmentOf(measuredOn(line), line.quota === null ? null : decimal(line.quota));
}

/** `c1 at 80%, c2 at 50%`; `c1 60% and c2 40%, on average at 90%, each counted up to 100%`. */
function askedWords(gate: Gate): string {
  const shown = (text: string) => percent(decimal(text));
  if (!asksAverage(gate)) {
    const asked = gateConditions(gate).map((one) => `${one.componentId} at ${shown(one.atLeastPercent)}`);
    return asked.join(', ');
  }
  const parts = gate.average.map((part) => `${part.componentId} ${shown(part.weightPercent)}`);
  const max = gate.countAtMostPercent;
  const counted = max === undefined ? '' : `, each counted up to ${shown(max)}`;
  return `${listed(parts)}, on average at ${shown(gate.atLeastPercent)}${counted}`;
}
