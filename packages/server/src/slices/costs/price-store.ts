import { and, asc, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { applicationRegistry } from '../../db/schema/connections.ts';
import { costEntries, prices } from '../../db/schema/costs.ts';
import { tenants } from '../../db/schema/people.ts';

const priceColumns = {
  id: prices.priceId,
  connection: prices.connection,
  model: prices.model,
  promptPerMillion: sql<string>`trim_scale(${prices.promptPerMillion})::text`,
  completionPerMillion: sql<string>`trim_scale(${prices.completionPerMillion})::text`,
  perRequest: sql<string>`trim_scale(${prices.perRequest})::text`,
  currency: prices.currency,
  validFrom: prices.validFrom,
  validTo: prices.validTo,
};
export type StoredPrice = Awaited<ReturnType<typeof selectPrices>>[number];

/** The newest 1,000 prices, or those of one connection and model. */
export function selectPrices(tx: TenantTx, of?: { connection: string; model: string }) {
  return tx.db
    .select(priceColumns)
    .from(prices)
    .where(of && and(eq(prices.connection, of.connection), eq(prices.model, of.model)))
    .orderBy(desc(prices.validFrom), asc(prices.connection), asc(prices.model))
    .limit(1_000);
}

export async function selectPrice(tx: TenantTx, id: string): Promise<StoredPrice | null> {
  const [row] = await tx.db.select(priceColumns).from(prices).where(eq(prices.priceId, id));
  return row ?? null;
}

/** The price of a connection and model on a day: the model’s own, else that of all models. */
export async function selectPriceOn(
  tx: TenantTx,
  of: { connection: string; model: string | null; day: string },
): Promise<StoredPrice | null> {
  const [row] = await tx.db
    .select(priceColumns)
    .from(prices)
    .where(
      and(
        eq(prices.connection, of.connection),
        inArray(prices.model, ['', of.model ?? '']),
        lte(prices.validFrom, of.day),
        or(isNull(prices.validTo), gte(prices.validTo, of.day)),
      ),
    )
    .orderBy(desc(prices.model))
    .limit(1);
  return row ?? null;
}

export async function insertPrice(tx: TenantTx, price: StoredPrice, userId: string): Promise<void> {
  const { id, ...values } = price;
  await tx.db.insert(prices).values({ ...values, tenantId: tx.tenantId, priceId: id, createdBy: userId });
}

export async function updatePriceEnd(tx: TenantTx, id: string, validTo: string): Promise<void> {
  await tx.db.update(prices).set({ validTo }).where(eq(prices.priceId, id));
}

/** Whether the workspace has a connection of this ID. */
export async function hasConnectionId(tx: TenantTx, id: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: applicationRegistry.applicationId })
    .from(applicationRegistry)
    .where(eq(applicationRegistry.applicationId, id));
  return rows.length > 0;
}

const entryColumns = {
  id: costEntries.entryId,
  name: costEntries.name,
  amount: sql<string>`trim_scale(${costEntries.amount})::text`,
  currency: costEntries.currency,
  fromDay: costEntries.fromDay,
  toDay: costEntries.toDay,
};
export type StoredEntry = Awaited<ReturnType<typeof selectEntries>>[number];

/** The monthly costs by name. */
export function selectEntries(tx: TenantTx) {
  return tx.db
    .select(entryColumns)
    .from(costEntries)
    .orderBy(asc(costEntries.name), asc(costEntries.entryId));
}

export async function insertEntry(tx: TenantTx, entry: StoredEntry, userId: string): Promise<void> {
  const { id, ...values } = entry;
  await tx.db
    .insert(costEntries)
    .values({ ...values, tenantId: tx.tenantId, entryId: id, createdBy: userId });
}

/** Deletes a monthly cost; false if there is none. */
export async function deleteEntry(tx: TenantTx, id: string): Promise<boolean> {
  const rows = await tx.db
    .delete(costEntries)
    .where(eq(costEntries.entryId, id))
    .returning({ id: costEntries.entryId });
  return rows.length > 0;
}

/** The workspace’s currency, in which budgets and totals are. */
export async function selectCurrency(tx: TenantTx): Promise<string> {
  const [row] = await tx.db
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return row?.currency ?? 'USD';
}
