import type { PolicyDetail } from '@attain/contract/policies';
import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import { mayMovePolicy, type PolicyValues } from '@attain/domain/policies/policy';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { WriteTx } from '../../db/write.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { activationKind, askToActivate } from './activate-policy.ts';
import { mustBeSavable } from './check-policy.ts';
import { contentHash, isSameContent, keepVersion, rowOf, storedHash } from './policy-content.ts';
import {
  deletePolicy,
  insertPolicy,
  type StoredPolicy,
  selectPolicy,
  selectPolicyIdsLike,
  updatePolicy,
} from './policy-store.ts';
import { policyDetail } from './read-policies.ts';

/** Creates a draft, which decides nothing. Throws BAD_INPUT with every problem and CONFLICT for a used name. */
export function createPolicy(ctx: AppContext, actor: Actor, values: PolicyValues): Promise<PolicyDetail> {
  mustAllow(actor, 'edit:policies');
  return ctx.write(actor, async (tx) => {
    const row = await rowOf(tx, ctx.clock, { ...values, id: undefined });
    const policyId = kebabId(
      values.name,
      'policy',
      await selectPolicyIdsLike(tx, kebab(values.name) || 'policy'),
    );
    await insertPolicy(tx, { ...row, policyId, userId: actor.userId });
    await keepVersion(tx, actor.userId, { policyId, version: 1, row, values });
    tx.record({
      action: 'policy.created',
      object: { type: 'policy', id: policyId },
      before: null,
      after: contentHash(values, row.documentHash),
    });
    return policyDetail(ctx, tx, policyId);
  });
}

/**
 * Changes a policy; a changed document is a new version, which a second person approves while the policy is active (GOV-12).
 * Throws CONFLICT if it was changed since it was read.
 */
export async function savePolicy(
  ctx: AppContext,
  actor: Actor,
  values: PolicyValues & { readonly id: string; readonly revision: number },
): Promise<PolicyDetail> {
  mustAllow(actor, 'edit:policies');
  return changing(ctx, actor, async (tx) => {
    const stored = found(await selectPolicy(tx, values.id, true), 'policy');
    if (stored.revision !== values.revision)
      throw new ApiError('CONFLICT', 'Another user changed this policy after you opened it. Open it again.');
    const row = await rowOf(tx, ctx.clock, values);
    const isSame = isSameContent(stored, values, row);
    // what decides is changed by two people, whatever it does
    if (stored.status === 'active' && !isSame) {
      const { id, revision: _, ...wanted } = values;
      tx.record(await askToActivate(tx, { ctx, actor, stored, wanted }));
      return policyDetail(ctx, tx, id);
    }
    if (!isSame) await closeRequest(tx, { kind: activationKind, subjectId: values.id, status: 'void' });
    const version = stored.version + (isSame ? 0 : 1);
    await updatePolicy(tx, values.id, { ...row, version, updatedBy: actor.userId });
    await keepVersion(tx, actor.userId, { policyId: values.id, version, row, values });
    tx.record({
      action: 'policy.saved',
      object: { type: 'policy', id: values.id },
      before: storedHash(stored),
      after: contentHash(values, row.documentHash),
    });
    return policyDetail(ctx, tx, values.id);
  });
}

/**
 * Deactivates a policy, or asks a second person to activate it (GOV-12). Throws CONFLICT for a move that the status does not allow
 * (GOV-6), NOT_ALLOWED if no one could approve.
 */
export function setPolicyStatus(
  ctx: AppContext,
  actor: Actor,
  { id, status }: { readonly id: string; readonly status: 'active' | 'inactive' },
): Promise<PolicyDetail> {
  mustAllow(actor, 'edit:policies');
  return changing(ctx, actor, async (tx) => {
    const stored = found(await selectPolicy(tx, id, true), 'policy');
    if (!mayMovePolicy(stored.status, status))
      throw new ApiError('CONFLICT', `“${stored.name}” is ${stored.status} and can’t become ${status}.`);
    // others may have become active since it was saved
    const { appliesTo, rule, document, limits } = stored;
    if (status === 'active') {
      await mustBeSavable(tx, ctx.clock, { id, appliesTo, rule, document, limits, activates: true });
      tx.record(await askToActivate(tx, { ctx, actor, stored, wanted: null }));
      return policyDetail(ctx, tx, id);
    }
    await closeRequest(tx, { kind: activationKind, subjectId: id, status: 'void' });
    await updatePolicy(tx, id, { status, updatedBy: actor.userId });
    tx.record({
      action: 'policy.deactivated',
      object: { type: 'policy', id },
      evidence: [stored.documentHash],
    });
    return policyDetail(ctx, tx, id);
  });
}

/** Turns enforcement, log and notices on or off. */
export function setPolicySwitches(
  ctx: AppContext,
  actor: Actor,
  wanted: { readonly id: string; readonly enforce: boolean; readonly log: boolean; readonly notify: boolean },
): Promise<PolicyDetail> {
  mustAllow(actor, 'edit:policies');
  const { id, enforce, log, notify } = wanted;
  return changing(ctx, actor, async (tx) => {
    const { name, ...stored } = found(await selectPolicy(tx, id, true), 'policy');
    await updatePolicy(tx, id, {
      name,
      enforced: enforce,
      logged: log,
      notifies: notify,
      updatedBy: actor.userId,
    });
    const words = (one: Pick<StoredPolicy, 'enforce' | 'log' | 'notify'>) =>
      `enforce ${one.enforce ? 'on' : 'off'}, log ${one.log ? 'on' : 'off'}, notify ${one.notify ? 'on' : 'off'}`;
    tx.record({
      action: 'policy.switched',
      object: { type: 'policy', id },
      evidence: [stored.documentHash],
      reason: { code: 'switches', text: `${words(stored)} → ${words(wanted)}` },
    });
    return policyDetail(ctx, tx, id);
  });
}

/** Deletes a policy with its versions; its violations stay. Throws CONFLICT while it is active. */
export function removePolicy(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:policies');
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectPolicy(tx, id, true), 'policy');
    if (stored.status === 'active')
      throw new ApiError('CONFLICT', `“${stored.name}” is active. Deactivate it before you delete it.`);
    await closeRequest(tx, { kind: activationKind, subjectId: id, status: 'void' });
    await deletePolicy(tx, id);
    tx.record({
      action: 'policy.removed',
      object: { type: 'policy', id },
      before: storedHash(stored),
      after: null,
    });
    return { removed: true as const };
  });
}

/** Writes, and lets the next decision read what was written. */
async function changing(ctx: AppContext, actor: Actor, work: (tx: WriteTx) => Promise<PolicyDetail>) {
  const detail = await ctx.write(actor, work);
  ctx.policies.changed(actor.tenantId);
  return detail;
}
