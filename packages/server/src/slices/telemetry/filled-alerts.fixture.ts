import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** A rule that is not active, an alert of it, and one of a rule that is gone. */
export async function fillAlerts(
  { admin, sql }: PaidWorkspace,
  name: string,
): Promise<{ ruleId: string; alertId: string }> {
  const rule = await admin.post('/api/alert-rules', { ...rightAlert, name });
  // judged in the background, it would change while somebody compares
  await sql('UPDATE alert_rules SET is_active = false WHERE tenant_id = $1');
  const alertId = newId();
  await sql(
    `INSERT INTO alerts (tenant_id, alert_id, rule_id, title, severity, measure, value, threshold, window_minutes, raised_at, mail_to)
     SELECT $1, a, r, $4, 'high', 'failed-runs', 3, 1, 60, now(), '' FROM (VALUES ($2::uuid, $3::uuid), (gen_random_uuid(), gen_random_uuid())) v(a, r)`,
    [alertId, rule.body.id, name],
  );
  return { ruleId: rule.body.id, alertId };
}

/** Fields that are right for an alert rule. */
export const rightAlert = {
  measure: 'failed-runs',
  threshold: '1000000',
  target: '99',
  budgetId: null,
  windowMinutes: 60,
  minRuns: 1,
  cooldownMinutes: 60,
  severity: 'high',
  notify: '',
  mailTo: '',
};
