import {
  type GovernedAction,
  type PolicyLimits,
  type PolicyValues,
  priorityOf,
} from '@attain/domain/policies/policy';
import { noLimits } from '@attain/domain/policies/policy-limits';
import { sha256Hex } from '../../audit/canonical.ts';
import type { Clock } from '../../base/clock.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { mustBeSavable } from './check-policy.ts';
import { type PolicyRow, type StoredPolicy, storeVersion } from './policy-store.ts';

/** The columns of a policy. Throws BAD_INPUT with every problem. */
export async function rowOf(
  tx: WriteTx,
  clock: Clock,
  values: PolicyValues & { readonly id?: string | undefined },
): Promise<PolicyRow> {
  const { document, checked } = await mustBeSavable(tx, clock, values);
  const { actions, obligation } = checked;
  const { environment, hours, addresses, expiresOn } = limitsOf(values);
  const [only, ...others] = values.appliesTo;
  const isOne = others.length === 0 && (only?.kind === 'agent' || only?.kind === 'connection');
  const kinds = new Set(actions.map(governedKind));
  const [kind = ''] = kinds;
  return {
    environment,
    timeRestrictions: hours,
    ipRestrictions: addresses,
    expiresAt: expiresOn === null ? null : dayAfter(expiresOn),
    resourceType: kinds.size === 1 ? kind : '',
    resourceId: isOne ? only.id : '',
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

function governedKind(action: GovernedAction): 'agent' | 'connection' | 'suggestion' {
  return action === 'call' ? 'connection' : action === 'apply' ? 'suggestion' : 'agent';
}

/** The limits of a policy as they are stored. */
export function limitsOf({ limits }: Pick<PolicyValues, 'limits'>): PolicyLimits {
  const { hours = null, ...others } = limits ?? noLimits;
  return { ...others, hours: hours && { ...hours, days: [...new Set(hours.days)].sort() } };
}

/** The first moment after a day. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
}

/** Keeps the document as a version, and where it applies. */
export function keepVersion(
  tx: WriteTx,
  userId: string,
  of: { policyId: string; version: number; row: PolicyRow; values: PolicyValues },
): Promise<void> {
  const { policyId, version, row, values } = of;
  const { document, documentHash } = row;
  const { appliesTo, priority } = values;
  const limits = limitsOf(values);
  return storeVersion(tx, { policyId, version, document, documentHash, appliesTo, limits, priority, userId });
}

/** Whether it decides as before: the same document in the same places, with the same limits. */
export function isSameContent(
  stored: StoredPolicy,
  values: PolicyValues,
  { documentHash }: PolicyRow,
): boolean {
  const places = (targets: PolicyValues['appliesTo']) =>
    targets
      .map(({ kind, id }) => `${kind}/${id}`)
      .sort()
      .join('\n');
  return (
    stored.documentHash === documentHash &&
    places(stored.appliesTo) === places(values.appliesTo) &&
    valueHash(stored.limits) === valueHash(limitsOf(values))
  );
}

/** SHA-256 of everything that is edited. */
export function contentHash(values: Omit<PolicyValues, 'rule' | 'document'>, documentHash: string): string {
  const limits = limitsOf(values);
  // a policy without limits has the hash it had before there were limits
  const limited = valueHash(limits) === valueHash(noLimits) ? {} : { limits };
  const { name, description, type, priority, appliesTo } = values;
  const targets = appliesTo.map(({ kind, id }) => `${kind}/${id}`).sort();
  return valueHash({ name, description, type, priority, appliesTo: targets, documentHash, ...limited });
}

/** The same of a stored policy. */
export function storedHash(stored: StoredPolicy): string {
  return contentHash({ ...stored, priority: priorityOf(stored.priority) }, stored.documentHash);
}
