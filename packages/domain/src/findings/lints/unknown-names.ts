import { ZERO } from '../../base/decimal.ts';
import { counted } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, placedComponents } from './lint.ts';

/** LINT-13: a SPIFF that names somebody who is not among the payees: a name that is written wrongly pays nobody. */
export function unknownNames(plan: Plan): Lint {
  const naming = placedComponents(plan).flatMap(({ component, path }) =>
    component.spiff?.participants === undefined
      ? []
      : [{ component, path, missing: new Set(component.spiff.participants) }],
  );
  let payees = 0;
  return {
    take: ({ history }) => {
      payees += 1;
      for (const { missing } of naming) for (const { id } of history.participants) missing.delete(id);
    },
    findings: () =>
      naming
        .filter(({ missing }) => payees > 0 && missing.size > 0)
        .map(({ component, path, missing }): Finding => {
          const several = missing.size > 1;
          return {
            rule: 'LINT-13',
            // whoever looks at a part of the payees only cannot know
            severity: 'note',
            path: `${path}.spiff.participants`,
            message: `${component.name} names ${[...missing].sort().join(', ')}, who ${several ? 'are' : 'is'} not among the ${counted(payees, 'payee')} checked.`,
            fix: 'Check all payees. Anyone still missing has another ID, is not imported, or is not on the plan.',
            stake: {
              amount: moneyText(ZERO, plan.currency),
              currency: plan.currency,
              payees: 0,
              message: 'Participants whose ID is misspelled are not paid.',
            },
          };
        }),
  };
}
