import { canChangePay, newestVersion, readByNoCalculation } from '../records/record-reach.ts';

const readByNone = `(${readByNoCalculation.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL: a committed import `i` after the run `c` of the plan version `v` read the records, that can affect pay. */
export const isLateImport = `i.status = 'committed' AND i.kind NOT IN ${readByNone} AND i.commit_seq > coalesce(c.read_up_to_seq, 0)
  AND coalesce(i.touched_from, c.period_from) <= coalesce(c.read_to, c.period_to)
  AND coalesce(i.touched_to, c.period_to) >= coalesce(c.read_from, c.period_from) AND ${canChangePay('i')}`;

/** SQL: likewise of a record `h` that was changed by hand. */
export const isLateChange = `h.seq > coalesce(c.read_up_to_change, 0) AND (h.plan_id IS NULL OR h.plan_id = c.plan_id)
  AND h.touched_from <= coalesce(c.read_to, c.period_to) AND coalesce(h.touched_to, 'infinity') >= coalesce(c.read_from, c.period_from)
  AND ${canChangePay('h')}`;

/** SQL: a run `e` of an earlier period that paid something else after the run `c`, which builds on it, had read what was paid. */
export const isPaidAgain = `e.plan_id = c.plan_id AND e.status = 'completed' AND e.period_to < c.period_from
  AND e.period_from >= c.earlier_from AND e.id <> ALL (c.earlier_runs)
  AND regexp_replace(e.period_key, '\\d', '', 'g') = regexp_replace(c.period_key, '\\d', '', 'g')
  AND e.result_hash IS DISTINCT FROM (SELECT r.result_hash FROM calculation_runs r WHERE r.id = ANY (c.earlier_runs) AND r.period_from = e.period_from AND r.period_to = e.period_to)
  AND e.version = ${newestVersion('e')}`;

/** SQL: records or earlier periods that the run `c` of the plan version `v` read have changed so that it can pay differently. */
export const hasChangedInputs = `(EXISTS (SELECT 1 FROM imports i WHERE ${isLateImport})
  OR EXISTS (SELECT 1 FROM record_changes h WHERE ${isLateChange}) OR EXISTS (SELECT 1 FROM calculation_runs e WHERE ${isPaidAgain}))`;

/** SQL: the run `c` can pay differently by now, by its inputs or by another plan version; what it says is `staleReasons`. */
export const isOutOfDate = `(${hasChangedInputs}
  OR EXISTS (SELECT 1 FROM plan_versions n WHERE n.plan_id = c.plan_id AND n.status = 'Active' AND n.version <> c.plan_version))`;

/**
 * Why stored records no longer match the run: imports, manual changes, assignments and plan versions since it read them
 * that can affect pay, and earlier runs it builds on.
 */
export const staleReasons = `CASE WHEN c.status NOT IN ('completed', 'unchanged') THEN '[]'::json ELSE (
    SELECT coalesce(json_agg(reason), '[]'::json) FROM (
      SELECT json_build_object('importId', i.id, 'changeId', null, 'message', format('%s was imported on %s and changes what this calculation read.', i.file_name, to_char(i.committed_at, 'YYYY-MM-DD'))) AS reason
        FROM imports i WHERE ${isLateImport}
      UNION ALL
      SELECT json_build_object('importId', null, 'changeId', null, 'message', format('Version %s of the plan is active now; this calculation used version %s.', n.version, c.plan_version))
        FROM plan_versions n WHERE n.plan_id = c.plan_id AND n.status = 'Active' AND n.version <> c.plan_version
      UNION ALL
      SELECT json_build_object('importId', null, 'changeId', h.id, 'message', format('%s changed on %s, after this calculation.', h.name, to_char(h.created_at, 'YYYY-MM-DD')))
        FROM record_changes h WHERE ${isLateChange}
      UNION ALL
      SELECT json_build_object('importId', null, 'changeId', null, 'message', format('%s was recalculated after this calculation, which builds on it.', e.period_key))
        FROM calculation_runs e WHERE ${isPaidAgain}
    ) reasons) END`;
