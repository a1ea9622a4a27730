import type { Permission } from '@attain/domain/access/permissions';
import { type Audience, audienceOf, isVisibleTo } from '@attain/domain/access/publication';
import type { Period } from '@attain/domain/base/period';
import { and, eq } from 'drizzle-orm';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { publications } from '../../db/schema/calculations.ts';

/** A period of a plan whose results may be published. */
export interface PublishedPeriod {
  readonly planId: string;
  readonly period: Pick<Period, 'from' | 'to'>;
}

/** The audience the actor belongs to; null: sees results from the start. Throws NOT_ALLOWED without the permission. */
export function readerOf(actor: Actor, permission: Permission): Audience | null {
  return audienceOf(mustAllow(actor, permission));
}

/** SQL condition: the results of run `run` are published to the audience in the parameter (null: everyone's reader). */
export function isPublishedTo(parameter: string, run: string): string {
  return `(${parameter}::text IS NULL OR EXISTS (SELECT 1 FROM publications b WHERE b.tenant_id = ${run}.tenant_id
    AND b.plan_id = ${run}.plan_id AND b.period_from = ${run}.period_from AND b.period_to = ${run}.period_to
    AND b.audience IN ('payees', ${parameter})))`;
}

/** The audience of a period's results; null: not published. */
export async function publishedTo(
  tx: TenantTx,
  { planId, period }: PublishedPeriod,
): Promise<Audience | null> {
  const [row] = await tx.db
    .select({ audience: publications.audience })
    .from(publications)
    .where(
      and(
        eq(publications.tenantId, tx.tenantId),
        eq(publications.planId, planId),
        eq(publications.periodFrom, period.from),
        eq(publications.periodTo, period.to),
      ),
    );
  return row?.audience ?? null;
}

/** Throws NOT_FOUND for results that are not published to the reader: an error must not reveal that they exist. */
export async function mustBePublished(
  tx: TenantTx,
  reader: Audience | null,
  { planId, period }: PublishedPeriod,
): Promise<void> {
  if (reader === null || isVisibleTo(reader, await publishedTo(tx, { planId, period }))) return;
  throw new ApiError('NOT_FOUND', 'Calculation not found.');
}

/** Whether the reader sees pay of a period: while it runs as it adds up, afterwards once it is published. */
export async function seesPeriodPay(
  tx: TenantTx,
  reader: Audience | null,
  { planId, period, today }: PublishedPeriod & { today: string },
): Promise<boolean> {
  if (reader === null || today <= period.to) return true;
  return isVisibleTo(reader, await publishedTo(tx, { planId, period }));
}
