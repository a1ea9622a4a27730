import type { Strategy } from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { approvalHash } from '../../runs/policies/policy-guard.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { hasOtherDecider, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import type { Deployable } from './binding-store.ts';
import { type StoredDeployment, selectDeployment, updateDeployment } from './deployment-store.ts';

const kind = 'deployment';

const strategyWords: Readonly<Record<Strategy, string>> = {
  'auto-rollback': 'All at once, with automatic rollback',
  canary: 'Canary, 10%',
  'blue-green': 'Blue-green',
};

/** Asks for approval of a deployment; who made the version can't give it (REL-4). Returns the request's id. */
export async function askForApproval(
  ctx: AppContext,
  tx: TenantTx,
  of: {
    readonly deployment: StoredDeployment;
    readonly version: Deployable;
    readonly warnings: readonly string[];
  },
): Promise<string> {
  const { deployment, version, warnings } = of;
  const { environment, createdBy, strategy } = deployment;
  const where = environmentWords[environment] ?? environment;
  const people = [createdBy, version.author];
  return requestApproval(tx, ctx.clock, {
    kind,
    subject: { type: 'deployment', id: deployment.id },
    askedBy: createdBy,
    excluded: [version.author],
    hash: approvalHash(version.documentHash ?? '', version.agentId, environment),
    summary: `Deployment of ${version.agentName} ${version.version} to ${where}`,
    facts: {
      figures: [
        textFact('Agent', version.agentName),
        textFact('Version', version.version, await versionWords(tx, deployment)),
        textFact('Environment', where),
        textFact('Strategy', strategyWords[strategy]),
        textFact('Risk', version.riskLevel),
      ],
      against: deployment.replaces === null ? null : 'what runs there now',
      warnings: [...warnings],
    },
    reason: deployment.reason === '' ? null : deployment.reason,
    isAlone: !(await hasOtherDecider(tx, kind, people)),
  });
}

async function versionWords(tx: TenantTx, { agentId, replaces }: StoredDeployment): Promise<string | null> {
  const { rows } = await tx.client.query<{ version: string }>(
    'SELECT version FROM agent_versions WHERE agent_id = $1 AND hash = $2',
    [agentId, replaces],
  );
  return rows[0]?.version ?? null;
}

/** The decision of the inbox: the deployment goes on, or ends. */
export async function decideDeployment(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const { id } = request;
  const { createdBy, agentId, agentVersion } = found(
    await selectDeployment(tx, request.subjectId, 'FOR UPDATE'),
    'deployment',
  );
  const { rows } = await tx.client.query<{ author: string }>(
    'SELECT created_by AS author FROM agent_versions WHERE agent_id = $1 AND hash = $2',
    [agentId, agentVersion],
  );
  const mayActAlone = !(await hasOtherDecider(tx, kind, [createdBy, rows[0]?.author ?? createdBy]));
  const vote = { kind, subjectId: request.subjectId, actor, clock: ctx.clock, decision, hash } as const;
  const { status, votedAct, alone } = await castVote(tx, { ...vote, reason, mayActAlone });
  if (status === 'open') return votedAct;
  if (status === 'approved') {
    await updateDeployment(tx, request.subjectId, { wakeAt: ctx.clock.now().toISOString() });
  } else {
    await updateDeployment(tx, request.subjectId, {
      status: 'failed',
      errors: [`Rejected by ${actor.displayName}${reason === null ? '.' : `: ${reason}`}`],
    });
  }
  return {
    action: status === 'approved' ? 'approval.approved' : 'approval.rejected',
    object: { type: 'approval', id },
    evidence: [hash],
    reason: { code: alone ? 'single-person' : kind, ...(reason === null ? {} : { text: reason }) },
  };
}
