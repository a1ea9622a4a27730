import { setImmediate } from 'node:timers/promises';
import type { LintReport } from '@attain/contract/simulations/findings';
import type { Period } from '@attain/domain/base/period';
import type { LintReport as DomainReport } from '@attain/domain/findings/finding';
import { lintCourse } from '@attain/domain/findings/lint-plan';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { planDetail, readDocument } from '../plans/plan-document.ts';
import { countPayees, planHistories, spanOf } from './plan-histories.ts';
import { seenFindings } from './seen-findings.ts';

/** With more payees the user would wait too long; a simulation of kind lint checks all of them. */
const MAX_PAYEES = 40;

/**
 * Findings on a draft, over the first payees by ID, with the number of payees. Stores nothing. Throws BAD_INPUT for an
 * invalid plan document or period, NOT_CALCULABLE without deals and span, and NOT_FOUND for the plan and for the plan
 * whose payees are used.
 */
export function lintDraft(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    document?: Plan | undefined;
    span?: string | undefined;
    peopleOf?: string | undefined;
  },
): Promise<LintReport & { span: Period; payeesOf: number }> {
  mustAllow(actor, 'run:simulations');
  return ctx.read(
    actor,
    async (tx) => {
      const detail = await planDetail(tx, input.id, { today: ctx.today(actor) });
      const plan = input.document === undefined ? detail.document : readDocument(input.document).plan;
      const span = await spanOf(tx, [plan], input.span);
      const planId = input.peopleOf ?? input.id;
      if (input.peopleOf !== undefined) await planDetail(tx, planId, { today: ctx.today(actor) });
      const payeesOf = await countPayees(tx, planId, span);
      const course = lintCourse(plan);
      let seen = 0;
      for await (const { history } of planHistories(tx, { planId, plans: [plan], span })) {
        course.take(history);
        seen += 1;
        // other requests of this process get their turn between two payees
        await setImmediate();
        if (seen === MAX_PAYEES) break;
      }
      return { ...seenFindings(actor, lintOnTheWire(course.report())), span, payeesOf };
    },
    { snapshot: true },
  );
}

/** The report as the contract writes it. */
export function lintOnTheWire({ findings, looked }: DomainReport): LintReport {
  return {
    findings: findings.map((one) => ({ ...one, stake: one.stake === null ? null : { ...one.stake } })),
    looked: { ...looked, assumptions: [...looked.assumptions] },
  };
}
