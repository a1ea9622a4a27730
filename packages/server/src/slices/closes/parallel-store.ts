import type { ComparedLine } from '@attain/domain/closes/parallel-run';
import { and, between, desc, eq, inArray } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { parallelSignOffs, payoutLines } from '../../db/schema/calculations.ts';
import { imports } from '../../db/schema/imports.ts';
import { workspacePeople } from '../../db/schema/people.ts';
import { parallelPay, participants } from '../../db/schema/records.ts';

/** Stated pay of periods that end within the days. */
export function selectStated(tx: TenantTx, { from, to }: { readonly from: string; readonly to: string }) {
  return tx.db
    .select({
      participantId: parallelPay.participantId,
      participantName: participants.name,
      plan: parallelPay.plan,
      component: parallelPay.component,
      from: parallelPay.fromDate,
      to: parallelPay.toDate,
      amount: parallelPay.amount,
      currency: parallelPay.currency,
    })
    .from(parallelPay)
    .innerJoin(
      participants,
      and(eq(participants.tenantId, parallelPay.tenantId), eq(participants.id, parallelPay.participantId)),
    )
    .where(and(eq(parallelPay.tenantId, tx.tenantId), between(parallelPay.toDate, from, to)));
}

/** Lines of calculations, without the names of plans. */
export function selectComparedLines(
  tx: TenantTx,
  runIds: readonly string[],
): Promise<(Omit<ComparedLine, 'planId' | 'planName' | 'currency'> & { participantName: string })[]> {
  return tx.db
    .select({
      runId: payoutLines.runId,
      participantId: payoutLines.participantId,
      participantName: payoutLines.participantName,
      componentId: payoutLines.componentId,
      componentName: payoutLines.componentName,
      amount: payoutLines.amount,
    })
    .from(payoutLines)
    .where(and(eq(payoutLines.tenantId, tx.tenantId), inArray(payoutLines.runId, [...runIds])));
}

/** Those who imported the stated pay of periods that end within the days. */
export async function selectImporters(
  tx: TenantTx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ id: imports.createdBy })
    .from(parallelPay)
    .innerJoin(imports, and(eq(imports.tenantId, parallelPay.tenantId), eq(imports.id, parallelPay.importId)))
    .where(and(eq(parallelPay.tenantId, tx.tenantId), between(parallelPay.toDate, from, to)));
  return rows.map(({ id }) => id);
}

/** All sign-offs, newest first. */
export function selectSignOffs(tx: TenantTx) {
  return tx.db
    .select({
      month: parallelSignOffs.month,
      hash: parallelSignOffs.comparisonHash,
      compared: parallelSignOffs.compared,
      equal: parallelSignOffs.equal,
      note: parallelSignOffs.note,
      by: workspacePeople.displayName,
      isOwnImport: parallelSignOffs.isOwnImport,
      at: parallelSignOffs.signedAt,
    })
    .from(parallelSignOffs)
    .leftJoin(workspacePeople, eq(workspacePeople.id, parallelSignOffs.signedBy))
    .where(eq(parallelSignOffs.tenantId, tx.tenantId))
    .orderBy(desc(parallelSignOffs.signedAt));
}

export async function insertSignOff(
  tx: TenantTx,
  signOff: Omit<typeof parallelSignOffs.$inferInsert, 'tenantId'>,
): Promise<void> {
  await tx.db.insert(parallelSignOffs).values({ tenantId: tx.tenantId, ...signOff });
}
