import { type PolicyValues, priorityOf } from '@attain/domain/policies/policy';
import { sha256Hex } from '../../audit/canonical.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { mustBeSavable } from './check-policy.ts';
import { type PolicyRow, type StoredPolicy, storeVersion } from './policy-store.ts';

/** The columns of a policy. Throws BAD_INPUT with every problem. */
export async function rowOf(
  tx: WriteTx,
  values: PolicyValues & { readonly id?: string | undefined },
): Promise<PolicyRow> {
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

/** Keeps the document as a version, and where it applies. */
export function keepVersion(
  tx: WriteTx,
  userId: string,
  of: { policyId: string; version: number; row: PolicyRow; values: PolicyValues },
): Promise<void> {
  const { policyId, version, row, values } = of;
  const { document, documentHash } = row;
  const { appliesTo, priority } = values;
  return storeVersion(tx, { policyId, version, document, documentHash, appliesTo, priority, userId });
}

/** Whether it decides as before: the same document in the same places. */
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
  return stored.documentHash === documentHash && places(stored.appliesTo) === places(values.appliesTo);
}

/** SHA-256 of everything that is edited. */
export function contentHash(values: Omit<PolicyValues, 'rule' | 'document'>, documentHash: string): string {
  const { name, description, type, priority, appliesTo } = values;
  const targets = appliesTo.map(({ kind, id }) => `${kind}/${id}`).sort();
  return valueHash({ name, description, type, priority, appliesTo: targets, documentHash });
}

/** The same of a stored policy. */
export function storedHash(stored: StoredPolicy): string {
  return contentHash({ ...stored, priority: priorityOf(stored.priority) }, stored.documentHash);
}
