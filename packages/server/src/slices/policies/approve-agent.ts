import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import type { NeededApproval } from '../../runs/policies/policy-guard.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { openRequestId, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';

const kind = 'agent-version';

/** Asks managers to approve a version of an agent (GOV-11), unless they were asked about this very version. */
export async function askForAgentApproval(ctx: AppContext, needed: NeededApproval): Promise<void> {
  const { tenantId, agentId, agentName, workflowVersion, environment, risk, hash, askedBy, policy } = needed;
  const about = { kind, subjectId: agentId, hash } as const;
  if ((await ctx.db.within(tenantId, (tx) => openRequestId(tx, about))) !== null) return;
  await ctx.write(systemActor(tenantId, askedBy, 'policy'), async (tx) => {
    const id = await requestApproval(tx, ctx.clock, {
      kind,
      subject: { type: 'agent', id: agentId },
      askedBy,
      excluded: [],
      hash,
      summary: `Version ${workflowVersion} of ${agentName} in ${environmentWords[environment] ?? environment}`,
      facts: {
        figures: [
          textFact('Agent', agentName),
          textFact('Version', String(workflowVersion)),
          textFact('Environment', environmentWords[environment] ?? environment),
          textFact('Risk', risk),
          textFact('Policy', policy),
        ],
        against: null,
        warnings: [],
      },
    });
    tx.record({
      action: 'approval.requested',
      object: { type: 'approval', id },
      evidence: [hash],
      reason: { code: kind, text: policy },
    });
  });
}

/** The decision of the inbox. The approval itself lets the version run. */
export async function decideAgent(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const vote = { kind, subjectId: request.subjectId, actor, clock: ctx.clock, decision, hash } as const;
  const { status, votedAct } = await castVote(tx, { ...vote, reason });
  if (status === 'open') return votedAct;
  return {
    action: status === 'approved' ? 'approval.approved' : 'approval.rejected',
    object: { type: 'approval', id: request.id },
    evidence: [hash],
    ...(reason === null ? {} : { reason: { code: kind, text: reason } }),
  };
}
