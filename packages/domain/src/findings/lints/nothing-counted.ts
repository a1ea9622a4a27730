import type { Plan } from '../../plans/plan.ts';
import { countedDeals } from '../nothing-counts.ts';
import { type Lint, placedComponents, stakeOf, tally } from './lint.ts';

/** LINT-14: a filter that no deal meets, and team credit where no one leads anyone: the component pays no one. */
export function nothingCounted(plan: Plan): Lint {
  const counting = placedComponents(plan).map((placed) => ({
    ...placed,
    counted: countedDeals(placed.component),
  }));
  let [payees, hasReportingLines] = [0, false];
  return {
    take: ({ history }) => {
      payees += 1;
      hasReportingLines ||= (history.reportingLines ?? []).length > 0;
      for (const deal of history.deals) {
        // a shared deal is in the history of each: it counts where its first share is
        const owner = deal.splits[0]?.participantId ?? deal.participantId;
        if (history.payeeIds?.includes(owner) === false) continue;
        for (const { counted } of counting) counted.add(deal);
      }
    },
    findings: () =>
      counting.flatMap(({ component, path, counted }) => {
        const warning = payees === 0 ? null : counted.why(hasReportingLines);
        if (warning === null) return [];
        const { message, fix } = warning;
        const ofTeam = component.credit !== undefined && component.credit.of !== 'own' && !hasReportingLines;
        const stake = stakeOf(plan, tally(), 'It pays nothing in this history.');
        return [
          {
            rule: 'LINT-14',
            severity: 'warning' as const,
            path: `${path}.${ofTeam ? 'credit' : 'filter'}`,
            message: message,
            fix: fix,
            stake,
          },
        ];
      }),
  };
}
