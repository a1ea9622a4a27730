import { ZERO } from '../../base/decimal.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { gapOf, type Lint, pairLines, placedComponents, stakeOf, tally } from './lint.ts';

/** LINT-1: an accelerator has two readings; how far apart they are on this history. */
export function acceleratorReading(plan: Plan): Lint {
  const fast = placedComponents(plan).filter(({ component }) => component.accelerator !== null);
  const other = plan.acceleratorReading === 'incremental' ? 'first-dollar' : 'incremental';
  const variant: Plan = { ...plan, acceleratorReading: other };
  const gaps = new Map(fast.map(({ component }) => [component.id, tally()]));
  return {
    take: ({ paid, pay }) => {
      if (fast.length === 0 || !paid.ok) return;
      for (const pair of pairLines(paid.value, pay(variant) ?? [])) {
        gaps.get(pair.before.componentId)?.add(gapOf(pair), pair.before.participantId);
      }
    },
    findings: () =>
      fast.map(({ component, path }): Finding => {
        const gap = gaps.get(component.id) ?? tally();
        const differs = gap.amount().gt(ZERO);
        const text = component.accelerator ?? '';
        return {
          rule: 'LINT-1',
          severity: differs ? 'warning' : 'note',
          path: `${path}.accelerator`,
          say: `“${text}” on ${component.name} can be read in two ways; this plan reads it ${WORDS[plan.acceleratorReading]}.`,
          mend: `Say it in the plan people sign: “${text}, ${WORDS[plan.acceleratorReading]}”.`,
          stake: stakeOf(
            plan,
            gap,
            differs
              ? `So far apart are the two readings on this history: read ${WORDS[other]} it would have paid that much differently.`
              : 'Nobody has passed the threshold in this history, so both readings pay the same.',
          ),
        };
      }),
  };
}

const WORDS = {
  incremental: 'on the increment above the threshold',
  'first-dollar': 'from the first dollar',
};
