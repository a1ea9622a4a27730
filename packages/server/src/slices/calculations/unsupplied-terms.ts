import type { Problem } from '@attain/domain/base/result';
import type { Plan } from '@attain/domain/plans/plan';
import { activeComponents } from '@attain/domain/plans/soundness';
import { Refusal } from '../../base/refusal.ts';

/** Refuses NOT_CALCULABLE, with a reason for each, a plan with terms whose records are not kept here: it would be paid as if there were none. */
export function refuseUnsupplied(plan: Plan): void {
  const problems = activeComponents(plan).flatMap((component, i): Problem[] => {
    const at = (field: string, say: string) => ({ rule: 'PAY-20', path: `components[${i}].${field}`, say });
    const { name, window, approval, limits = [] } = component;
    return [
      ...(window
        ? [at('window', `"${name}" measures more than the period, and earlier records are not supplied yet.`)]
        : []),
      ...(approval
        ? [at('approval', `"${name}" counts approved deals only, and approvals are not kept yet.`)]
        : []),
      ...(limits.some((limit) => 'excess' in limit && limit.excess === 'carried')
        ? [
            at(
              'limits',
              `"${name}" carries what is over its limit, and what earlier periods carried is not supplied yet.`,
            ),
          ]
        : []),
    ];
  });
  if (problems.length === 0) return;
  throw new Refusal('NOT_CALCULABLE', 'This plan has terms that cannot be calculated here yet.', {
    problems,
  });
}
