import type { ApprovalKind } from '@attain/domain/approvals/approval-kinds';
import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { readRequirements, saveRequirements } from '../slices/approvals/approval-requirements.ts';
import { type Decide, decideApproval, decideApprovals } from '../slices/approvals/decide-approval.ts';
import {
  delegateApprovals,
  endDelegation,
  listDelegates,
  listDelegations,
} from '../slices/approvals/delegate-approvals.ts';
import { listApprovals, readApproval } from '../slices/approvals/read-approvals.ts';
import { writeMessage } from '../slices/approvals/write-message.ts';
import { decideSecret } from '../slices/connections/next-secret.ts';
import { decideDeployment } from '../slices/deployments/approve-deployment.ts';
import { decideRelease } from '../slices/deployments/approve-release.ts';
import { decideDisputedAdjustment } from '../slices/disputes/disputed-adjustments.ts';
import { decideImport } from '../slices/imports/approve-import.ts';
import { decidePayments } from '../slices/payments/move-payments.ts';
import { decideAccess } from '../slices/people/decide-access.ts';
import { decideRoles } from '../slices/people/decide-roles.ts';
import { decidePlan } from '../slices/plans/activate-plan.ts';
import { decidePolicy } from '../slices/policies/activate-policy.ts';
import { decideAgent } from '../slices/policies/approve-agent.ts';
import { decideApply } from '../slices/suggestions/apply-task.ts';
import { decideAct } from '../slices/suggestions/decide-act.ts';
import { decideOverride } from '../slices/suggestions/override-suggestion.ts';
import { decideRaise } from '../slices/suggestions/raise-autonomy.ts';

/** Who carries out a decision, by kind. */
const deciders: Readonly<Record<ApprovalKind, Decide>> = {
  'payment-run': decidePayments,
  adjustment: decideDisputedAdjustment,
  'plan-activation': decidePlan,
  'role-grant': decideRoles,
  'administrator-grant': decideRoles,
  'duty-exception': decideRoles,
  'access-grant': decideAccess,
  'suggestion-override': decideOverride,
  'suggestion-apply': decideApply,
  'autonomous-act': decideAct,
  'autonomy-level': decideRaise,
  'agent-version': decideAgent,
  'policy-activation': decidePolicy,
  deployment: decideDeployment,
  'production-secret': decideSecret,
  import: decideImport,
  'release-gate': decideRelease,
};

/** The approvals inbox, bound to its use-cases; part of `bindContract`. */
export function bindApprovals(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    approvals: {
      list: os.approvals.list.handler(({ context, input }) => listApprovals(ctx, context.actor, input)),
      get: os.approvals.get.handler(({ context, input }) => readApproval(ctx, context.actor, input.id)),
      decide: os.approvals.decide.handler(({ context, input }) =>
        decideApproval(ctx, context.actor, { ...input, deciders }),
      ),
      decideMany: os.approvals.decideMany.handler(({ context, input }) =>
        decideApprovals(ctx, context.actor, { ...input, deciders }),
      ),
      write: os.approvals.write.handler(({ context, input }) => writeMessage(ctx, context.actor, input)),
      requirements: os.approvals.requirements.handler(({ context }) => readRequirements(ctx, context.actor)),
      saveRequirements: os.approvals.saveRequirements.handler(({ context, input }) =>
        saveRequirements(ctx, context.actor, input),
      ),
      delegations: os.approvals.delegations.handler(({ context }) => listDelegations(ctx, context.actor)),
      delegates: os.approvals.delegates.handler(({ context, input }) =>
        listDelegates(ctx, context.actor, input.search),
      ),
      delegate: os.approvals.delegate.handler(({ context, input }) =>
        delegateApprovals(ctx, context.actor, input),
      ),
      endDelegation: os.approvals.endDelegation.handler(({ context, input }) =>
        endDelegation(ctx, context.actor, input.id),
      ),
    },
  };
}
