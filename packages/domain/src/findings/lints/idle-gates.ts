import { decimal, HUNDREDTH } from '../../base/decimal.ts';
import { percent } from '../../base/figures.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import { gateConditions } from '../../plans/gate.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import {
  counted,
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
            const open = gateConditions(gate).every(({ componentId, atLeastPercent }) => {
              const other = lines.find(
                (one) => one.componentId === componentId && one.participantId === line.participantId,
              );
              return other !== undefined && meets(other, atLeastPercent);
            });
            if (open) watch.open += 1;
            else watch.closed += 1;
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
        const asked = gateConditions(component.gate).map(
          ({ componentId, atLeastPercent }) => `${componentId} at ${percent(decimal(atLeastPercent))}`,
        );
        const times = counted(open + closed, 'time');
        const gate = `The gate of ${component.name} (${asked.join(', ')})`;
        const at = `${path}.gate`;
        if (open === 0) {
          const held =
            component.gate.closes === 'higher-rates'
              ? 'the higher rates paid nothing'
              : 'the component paid nothing';
          const say = `${gate} was met by nobody in ${times}: ${held}.`;
          const stake = stakeOf(plan, withheld, 'What the gate withheld in this history.');
          const mend = 'Lower the percent, or remove the component: a gate nobody passes motivates nobody.';
          return [{ rule: 'LINT-5', severity: 'warning', path: at, say, mend, stake }];
        }
        const say = `${gate} was met by everybody, ${times}: it changed nothing.`;
        const stake = stakeOf(plan, withheld, 'What the gate withheld in this history: nothing.');
        return [
          {
            rule: 'LINT-5',
            severity: 'note',
            path: at,
            say,
            mend: 'Raise the percent or remove the gate.',
            stake,
          },
        ];
      }),
  };
}

/** Decided on the exact figures of the line, not on the percent that is shown. */
function meets(line: PayoutLine, atLeastPercent: string): boolean {
  if (line.quota === null || decimal(line.quota).lte(0)) return false;
  const needed = decimal(line.quota).times(decimal(atLeastPercent)).times(HUNDREDTH);
  return measuredOn(line).gte(needed);
}
