import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** A rule that measures nothing yet, and an alert of it. */
export async function fillAlerts(
  { admin, sql }: PaidWorkspace,
  name: string,
): Promise<{ ruleId: string; alertId: string }> {
  const rule = await admin.post('/api/alert-rules', { ...rightAlert, name });
  const alertId = newId();
  await sql(
    `INSERT INTO alerts (tenant_id, alert_id, rule_id, title, severity, measure, value, threshold, window_minutes, raised_at, mail_to)
     VALUES ($1, $2, $3, $4, 'high', 'failed-runs', 3, 1, 60, now(), '')`,
    [alertId, rule.body.id, name],
  );
  return { ruleId: rule.body.id, alertId };
}

/** Fields that are right for an alert rule. */
export const rightAlert = {
  measure: 'failed-runs',
  threshold: '1000000',
  windowMinutes: 60,
  minRuns: 1,
  cooldownMinutes: 60,
  severity: 'high',
  notify: '',
  mailTo: '',
};
