import { type ApprovalGate, approvalGates, gateWords } from '@attain/domain/deployments/release-gates';
import { ApiError, found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { hasOtherDecider, isAmong } from '../approvals/request-approval.ts';
import { selectDeployable } from './binding-store.ts';
import { gateRequests, gateSubject } from './release-gates.ts';
import {
  type GateRequest,
  type StoredRelease,
  selectOpenRelease,
  selectRelease,
  updateRelease,
} from './release-store.ts';
import { releaseKind } from './releases.ts';

/**
 * The decision of the inbox about one gate of a release. Throws NOT_ALLOWED to who gave another gate of it, while someone else
 * could decide (REL-15).
 */
export async function decideRelease(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const release = await releaseOf(tx, request.subjectId);
  const version = found(await selectDeployable(tx, release.agentId, release.hash), 'version of this release');
  const makers = [release.createdBy, version.author];
  const requests = [...(await gateRequests(tx, release))];
  const others = requests.flatMap(([, { approvers }]) => approvers);
  const gate = decision === 'approve' ? await gateGivenBy(tx, requests, actor.userId) : null;
  if (gate !== null && (await hasOtherDecider(tx, releaseKind, [...makers, ...others])))
    throw new ApiError(
      'NOT_ALLOWED',
      `You approved “${gateWords[gate]}” of this release. Another person decides this gate.`,
    );
  const mayActAlone = !(await hasOtherDecider(tx, releaseKind, makers));
  const vote = { kind: releaseKind, subjectId: request.subjectId, actor, clock: ctx.clock } as const;
  const { status, votedAct, alone } = await castVote(tx, { ...vote, decision, hash, reason, mayActAlone });
  if (status === 'open') return votedAct;
  if (status === 'approved' && (alone || gate !== null))
    await updateRelease(tx, release.id, { isCombined: true });
  return {
    action: status === 'approved' ? 'approval.approved' : 'approval.rejected',
    object: { type: 'approval', id: request.id },
    evidence: [hash],
    reason: { code: alone ? 'single-person' : releaseKind, ...(reason === null ? {} : { text: reason }) },
  };
}

/** A gate that the person gave under any account; null: none. */
async function gateGivenBy(
  tx: TenantTx,
  requests: readonly (readonly [ApprovalGate, GateRequest])[],
  userId: string,
): Promise<ApprovalGate | null> {
  for (const [gate, { approvers }] of requests) if (await isAmong(tx, userId, approvers)) return gate;
  return null;
}

/** The open release that a request belongs to. Throws NOT_FOUND once it has ended. */
async function releaseOf(tx: TenantTx, subjectId: string): Promise<StoredRelease> {
  const open = await selectOpenRelease(tx, subjectId.slice(0, subjectId.indexOf('/')));
  const release = open && (await selectRelease(tx, open.id));
  const isIts = release !== null && approvalGates.some((gate) => gateSubject(release, gate) === subjectId);
  return found(isIts ? release : null, 'release');
}
