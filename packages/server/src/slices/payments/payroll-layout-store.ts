import type { StoredLayout } from '@attain/contract/payroll-layouts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { payrollLayouts as layouts } from '../../db/schema/payments.ts';
import { unlessTaken } from '../../db/unless-taken.ts';

const named = (tx: TenantTx, id: string) => and(eq(layouts.tenantId, tx.tenantId), eq(layouts.id, id));

/** The workspace's layouts by name. */
export async function selectLayouts(tx: TenantTx): Promise<StoredLayout[]> {
  const rows = await tx.db
    .select({ id: layouts.id, layout: layouts.layout })
    .from(layouts)
    .where(eq(layouts.tenantId, tx.tenantId))
    .orderBy(asc(sql`${layouts.layout} ->> 'name'`));
  return rows.map(({ id, layout }) => ({ id, ...layout }));
}

/** A layout, or null. */
export async function selectLayout(tx: TenantTx, id: string): Promise<StoredLayout | null> {
  const [row] = await tx.db
    .select({ id: layouts.id, layout: layouts.layout })
    .from(layouts)
    .where(named(tx, id));
  return row ? { id: row.id, ...row.layout } : null;
}

/** A layout, locked until the transaction ends, or null. */
export async function lockLayout(tx: TenantTx, id: string): Promise<StoredLayout | null> {
  const [row] = await tx.db
    .select({ id: layouts.id, layout: layouts.layout })
    .from(layouts)
    .where(named(tx, id))
    .for('update');
  return row ? { id: row.id, ...row.layout } : null;
}

/** Stores a new layout. CONFLICT if another one has its name. */
export function insertLayout(tx: TenantTx, { id, ...layout }: StoredLayout, userId: string): Promise<void> {
  const values = { tenantId: tx.tenantId, id, layout, createdBy: userId };
  return unlessNamed(layout.name, tx.db.insert(layouts).values(values));
}

/** Changes a layout. CONFLICT if another one has its name. */
export function updateLayout(tx: TenantTx, { id, ...layout }: StoredLayout): Promise<void> {
  return unlessNamed(
    layout.name,
    tx.db.update(layouts).set({ layout, updatedAt: sql`now()` }).where(named(tx, id)),
  );
}

const unlessNamed = (name: string, work: Promise<unknown>) =>
  unlessTaken(
    'payroll_layouts_name',
    work,
    () => new ApiError('CONFLICT', `Another payroll layout is named “${name}”. Choose another name.`),
  );

/** Deletes a layout. */
export async function deleteLayout(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(layouts).where(named(tx, id));
}
