import type { PolicyDetail } from '@attain/contract/policies';
import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import {
  mayMovePolicy,
  type PolicyPriority,
  type PolicyType,
  priorityOf,
} from '@attain/domain/policies/policy';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { mustBeSavable, type PolicyContent } from './check-policy.ts';
import {
  deletePolicy,
  insertPolicy,
  type PolicyRow,
  type StoredPolicy,
  selectPolicy,
  selectPolicyIdsLike,
  storeVersion,
  updatePolicy,
} from './policy-store.ts';
import { policyDetail } from './read-policies.ts';

interface PolicyValues extends PolicyContent {
  readonly name: string;
  readonly description: string;
  readonly type: PolicyType;
  readonly priority: PolicyPriority;
}

/** Creates a draft, which decides nothing. Throws BAD_INPUT with every problem and CONFLICT for a used name. */
export function createPolicy(ctx: AppContext, actor: Actor, values: PolicyValues): Promise<PolicyDetail> {
  mustAllow(actor, 'edit:policies');
  return ctx.write(actor, async (tx) => {
    const row = await rowOf(tx, { ...values, id: undefined });
    const policyId = kebabId(
      values.name,
      'policy',
      await selectPolicyIdsLike(tx, kebab(values.name) || 'policy'),
    );
    await insertPolicy(tx, { ...row, policyId, userId: actor.userId });
    await store(tx, actor, { policyId, version: 1, row, values });
    tx.record({
      action: 'policy.created',
      object: { type: 'policy', id: policyId },
      before: null,
      after: contentHash(values, row.documentHash),
    });
    return policyDetail(ctx, tx, policyId);
  });
}

/** Changes a policy; a changed document is a new version. Throws CONFLICT if it was changed since it was read. */
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
    const row = await rowOf(tx, values);
    const version = stored.version + (isSameContent(stored, values, row) ? 0 : 1);
    await updatePolicy(tx, values.id, { ...row, version, updatedBy: actor.userId });
    await store(tx, actor, { policyId: values.id, version, row, values });
    tx.record({
      action: 'policy.saved',
      object: { type: 'policy', id: values.id },
      before: storedHash(stored),
      after: contentHash(values, row.documentHash),
    });
    return policyDetail(ctx, tx, values.id);
  });
}

/** Activates or deactivates a policy. Throws CONFLICT for a move that the status does not allow (GOV-6). */
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
    const { appliesTo, rule, document } = stored;
    if (status === 'active') await mustBeSavable(tx, { id, appliesTo, rule, document });
    await updatePolicy(tx, id, { status, updatedBy: actor.userId });
    tx.record({
      action: status === 'active' ? 'policy.activated' : 'policy.deactivated',
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

async function rowOf(tx: WriteTx, values: PolicyValues): Promise<PolicyRow> {
  const { document, checked } = await mustBeSavable(tx, values);
  const { actions, obligation } = checked;
  return {
    name: values.name,
    description: values.description,
    policyType: values.type,
    permissions: [...actions],
    conditions: values.rule,
    document,
    documentHash: sha256Hex(document),
    approvalRequired: obligation?.kind === 'approve',
    approvers: obligation?.kind === 'approve' ? [obligation.role] : [],
    auditLevel: obligation?.kind === 'audit' ? 'comprehensive' : 'standard',
  };
}

function store(
  tx: WriteTx,
  actor: Actor,
  of: { policyId: string; version: number; row: PolicyRow; values: PolicyValues },
): Promise<void> {
  const { policyId, version, row, values } = of;
  const { document, documentHash } = row;
  const { appliesTo, priority } = values;
  return storeVersion(tx, {
    policyId,
    version,
    document,
    documentHash,
    appliesTo,
    priority,
    userId: actor.userId,
  });
}

function isSameContent(stored: StoredPolicy, values: PolicyValues, { documentHash }: PolicyRow): boolean {
  const places = (targets: PolicyContent['appliesTo']) =>
    targets
      .map(({ kind, id }) => `${kind}/${id}`)
      .sort()
      .join('\n');
  return stored.documentHash === documentHash && places(stored.appliesTo) === places(values.appliesTo);
}

function contentHash(values: Omit<PolicyValues, 'rule' | 'document'>, documentHash: string): string {
  const { name, description, type, priority, appliesTo } = values;
  const targets = appliesTo.map(({ kind, id }) => `${kind}/${id}`).sort();
  return valueHash({ name, description, type, priority, appliesTo: targets, documentHash });
}

function storedHash(stored: StoredPolicy): string {
  return contentHash({ ...stored, priority: priorityOf(stored.priority) }, stored.documentHash);
}
