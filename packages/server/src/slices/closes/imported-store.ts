import type { Days, PeriodCalendar } from '@attain/domain/base/period';
import type { TenantTx } from '../../db/database.ts';

/** A plan with the days that rows of an import concern. */
export interface ImportedDays {
  readonly planId: string;
  readonly planName: string;
  readonly calendar: PeriodCalendar;
  readonly spans: readonly Days[];
}

/** Whether there is such an import, and whether its rows are stored. */
export async function selectStored(tx: TenantTx, importId: string): Promise<boolean | null> {
  const result = await tx.client.query<{ stored: boolean }>(
    `SELECT status = 'committed' AS stored FROM imports WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, importId],
  );
  return result.rows[0]?.stored ?? null;
}

/** The days of deals and quotas that the import stored, by the active plan of their people on these days. */
export async function selectImportedDays(tx: TenantTx, importId: string): Promise<ImportedDays[]> {
  const result = await tx.client.query<ImportedDays>(
    `WITH touched AS (
       SELECT DISTINCT d.date AS first, d.date AS last, p.id FROM deals d
         CROSS JOIN LATERAL (SELECT d.participant_id AS id
           UNION SELECT s->>'participantId' FROM jsonb_array_elements(coalesce(d.splits, '[]')) s
           UNION SELECT o->>'participantId' FROM jsonb_array_elements(coalesce(d.overlays, '[]')) o) p
        WHERE d.tenant_id = $1 AND d.import_id = $2
       UNION SELECT q.from_date, q.to_date, q.participant_id FROM quotas q WHERE q.tenant_id = $1 AND q.import_id = $2
     )
     SELECT l.id AS "planId", l.name AS "planName", v.document->'calendar' AS calendar, json_agg(DISTINCT
            jsonb_build_object('from', greatest(t.first, a.from_date), 'to', least(t.last, a.to_date))) AS spans
       FROM plans l JOIN plan_versions v ON v.tenant_id = $1 AND v.plan_id = l.id AND v.status = 'Active'
       JOIN plan_assignments a ON a.tenant_id = $1 AND a.plan_id = l.id
       JOIN touched t ON t.id = a.participant_id AND t.last >= a.from_date AND (a.to_date IS NULL OR t.first <= a.to_date)
      WHERE l.tenant_id = $1 GROUP BY l.id, l.name, v.document->'calendar' ORDER BY l.name, l.id`,
    [tx.tenantId, importId],
  );
  return result.rows;
}
