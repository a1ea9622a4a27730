import type { ApprovalKind } from '@attain/domain/approvals/approval-kinds';
import type { ImportLimits } from '@attain/domain/approvals/import-limits';
import { type ApprovalRequirement, requiredApprovals } from '@attain/domain/approvals/required-approvals';
import { asc, eq, sql } from 'drizzle-orm';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { approvalRequirements } from '../../db/schema/approvals.ts';
import { tenants } from '../../db/schema/people.ts';

/** What the workspace requires, by kind and amount. */
export function selectRequirements(tx: TenantTx): Promise<ApprovalRequirement[]> {
  const { kind, fromAmount, required, roles, dueDays, escalateTo } = approvalRequirements;
  return tx.db
    .select({ kind, fromAmount, required, roles, dueDays, escalateTo })
    .from(approvalRequirements)
    .where(eq(approvalRequirements.tenantId, tx.tenantId))
    .orderBy(asc(kind), asc(fromAmount));
}

/** Stores these in place of those before. */
export async function replaceRequirements(
  tx: TenantTx,
  rules: readonly ApprovalRequirement[],
): Promise<void> {
  const { tenantId } = tx;
  await tx.db.delete(approvalRequirements).where(eq(approvalRequirements.tenantId, tenantId));
  if (rules.length > 0)
    await tx.db
      .insert(approvalRequirements)
      .values(rules.map((rule) => ({ ...rule, roles: [...rule.roles], tenantId })));
}

/** The workspace's currency. */
export async function selectCurrency(tx: TenantTx): Promise<string> {
  const [row] = await tx.db
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return found(row, 'workspace').currency;
}

/** What one person imports in a day without approval. */
export async function selectImportLimits(tx: TenantTx): Promise<ImportLimits> {
  const [row] = await tx.db
    .select({ rows: tenants.importRowLimit, amount: tenants.importAmountLimit })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return found(row, 'workspace');
}

/** Stores the limits of imports. */
export async function updateImportLimits(tx: TenantTx, { rows, amount }: ImportLimits): Promise<void> {
  await tx.db
    .update(tenants)
    .set({ importRowLimit: rows, importAmountLimit: amount, updatedAt: sql`now()` })
    .where(eq(tenants.id, tx.tenantId));
}

/** How many approvals this request requires, and which roles give them. */
export async function requiredFor(
  tx: TenantTx,
  { kind, amount }: { kind: ApprovalKind; amount?: { amount: string; currency: string } | null },
): Promise<ReturnType<typeof requiredApprovals>> {
  const rules = await selectRequirements(tx);
  const request = { kind, amount: amount?.amount ?? null, currency: amount?.currency ?? null };
  return requiredApprovals(rules, request, await selectCurrency(tx));
}
