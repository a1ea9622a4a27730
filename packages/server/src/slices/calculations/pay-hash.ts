/**
 * SQL: the pay of a run's payee as `total`, and as `pay_hash` the hash of its components and their pay, for which a sign-off holds
 * (CLOSE-21). The first parameter of the statement is the tenant.
 */
export const payAndHash = (
  run: string,
  participantId: string,
) => `(SELECT coalesce(sum(p.amount), 0) AS total,
    md5(${run}.currency || coalesce(string_agg(p.component_id || ' ' || p.amount::text, ',' ORDER BY p.component_id), '')) AS pay_hash
  FROM payout_lines p WHERE p.tenant_id = $1 AND p.run_id = ${run}.id AND p.participant_id = ${participantId})`;
