import type { TenantTx } from '../../../db/database.ts';
import type { PlannedPeriod } from '../../../db/schema/recalculations.ts';
import { newestVersion } from '../../records/record-reach.ts';
import { isOutOfDate } from '../staleness.ts';

/** A stored run, as far as the order in which runs are paid goes. */
export interface RunInOrder {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly version: number;
  readonly currency: string;
  readonly total: string;
  readonly periodKey: string;
  readonly from: string;
  readonly to: string;
  /** From which day on earlier runs of the plan decide its pay; null: none does. */
  readonly earlierFrom: string | null;
  readonly outOfDate: boolean;
}

/**
 * The runs (null: the newest of every plan and period) and the newest runs of every earlier period that they build on, by plan and
 * in the order of their periods.
 */
export async function selectRunsInOrder(
  tx: TenantTx,
  runIds: readonly string[] | null,
): Promise<RunInOrder[]> {
  const result = await tx.client.query<RunInOrder>(
    `WITH RECURSIVE wanted AS (
       SELECT c.id, c.plan_id, c.period_key, c.period_from, c.earlier_from FROM calculation_runs c
        WHERE c.id = ANY($1) OR ($1 IS NULL AND c.status = 'completed' AND c.version = ${newestVersion('c')})
       UNION
       SELECT e.id, e.plan_id, e.period_key, e.period_from, e.earlier_from FROM wanted w JOIN calculation_runs e ON e.plan_id = w.plan_id
        WHERE e.status = 'completed' AND e.period_to < w.period_from AND e.period_from >= w.earlier_from
          AND ${shapeOf('e.period_key')} = ${shapeOf('w.period_key')} AND e.version = ${newestVersion('e')}
     )
     SELECT c.id, c.plan_id AS "planId", c.period_key AS "periodKey", c.period_from AS "from", c.period_to AS "to", c.earlier_from AS "earlierFrom",
            v.document->>'name' AS "planName", c.version, c.currency, c.total::text,
            ${isOutOfDate} AS "outOfDate"
       FROM wanted JOIN calculation_runs c USING (id) JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
      ORDER BY 7, c.plan_id, c.period_to, c.period_from, c.id`,
    [runIds],
  );
  return result.rows;
}

/** SQL: what kind of period a key names. */
const shapeOf = (key: string) => `regexp_replace(${key}, '\\d', '', 'g')`;
const shape = (key: string) => key.replace(/\d/g, '');

/** True if the other run's pay is an input of this run. */
export function buildsOn(run: PlannedPeriod, other: PlannedPeriod): boolean {
  return (
    run.earlierFrom !== null &&
    other.planId === run.planId &&
    other.to < run.from &&
    other.from >= run.earlierFrom &&
    shape(other.periodKey) === shape(run.periodKey)
  );
}

/** Of runs in order those that are out of date or build on one that is. */
export function dueOf(runs: readonly RunInOrder[]): RunInOrder[] {
  const due: RunInOrder[] = [];
  for (const run of runs) if (run.outOfDate || due.some((earlier) => buildsOn(run, earlier))) due.push(run);
  return due;
}
