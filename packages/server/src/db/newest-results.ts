/**
 * SQL: the newest results of each period of plans, by `plan_id`, `period_from` and `period_to`; `id` is the run that stores the lines,
 * also where a later run paid the same. `$1` is the workspace, `plans` a condition on the runs `c`.
 */
export const newestResults = (
  plans: string,
) => `SELECT DISTINCT ON (c.plan_id, c.period_from, c.period_to) c.plan_id, c.plan_version, c.period_from, c.period_to,
    coalesce(c.same_as, c.id) AS id FROM calculation_runs c
  WHERE c.tenant_id = $1 AND c.status IN ('completed', 'unchanged') AND ${plans}
  ORDER BY c.plan_id, c.period_from, c.period_to, c.created_at DESC, c.id DESC`;
