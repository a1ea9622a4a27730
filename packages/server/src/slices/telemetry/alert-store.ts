import type { Alert, AlertRule } from '@attain/contract/alerts';
import { burnRate, shortWindow } from '@attain/domain/base/burn-rate';
import { decimal } from '@attain/domain/base/decimal';
import type { DatedCost } from '@attain/domain/costs/conversion';
import type { AlertMeasure } from '@attain/domain/telemetry/alert';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { alertRules as rules } from '../../db/schema/telemetry.ts';

/** The fields of a rule that people set. */
export type RuleValues = Omit<AlertRule, 'id' | 'workflowName' | 'budgetName' | 'revision'>;

/** A rule with what judging it needs. */
export interface StoredRule extends AlertRule {
  readonly updatedBy: string;
  readonly lastMetAt: string | null;
}

const ruleColumns = `r.rule_id AS id, r.name, r.measure, r.workflow_id AS "workflowId", w.name AS "workflowName", trim_scale(r.threshold)::text AS threshold,
  trim_scale(r.target)::text AS target, r.budget_id AS "budgetId", b.name AS "budgetName",
  r.window_minutes AS "windowMinutes", r.min_runs AS "minRuns", r.cooldown_minutes AS "cooldownMinutes", r.severity, r.notify, r.mail_to AS "mailTo",
  r.is_active AS "isActive", r.revision, r.updated_by AS "updatedBy", ${isoMoment('r.last_met_at')} AS "lastMetAt"`;
const ruleSource = `alert_rules r LEFT JOIN workflow_definitions w ON w.tenant_id = r.tenant_id AND w.workflow_id = r.workflow_id
  LEFT JOIN budgets b ON b.tenant_id = r.tenant_id AND b.budget_id = r.budget_id`;

/** The rules of the workspace by name. */
export async function selectRules(tx: TenantTx): Promise<StoredRule[]> {
  const result = await tx.client.query<StoredRule>(
    `SELECT ${ruleColumns} FROM ${ruleSource} WHERE r.tenant_id = $1 ORDER BY r.name, r.rule_id`,
    [tx.tenantId],
  );
  return result.rows;
}

/** A rule, locked until the transaction ends; null: none of that id. */
export async function lockRule(tx: TenantTx, id: string): Promise<StoredRule | null> {
  const result = await tx.client.query<StoredRule>(
    `SELECT ${ruleColumns} FROM ${ruleSource} WHERE r.tenant_id = $1 AND r.rule_id = $2 FOR UPDATE OF r`,
    [tx.tenantId, id],
  );
  return result.rows[0] ?? null;
}

export async function insertRule(tx: TenantTx, id: string, values: RuleValues, by: string): Promise<void> {
  await tx.db
    .insert(rules)
    .values({ ...values, tenantId: tx.tenantId, ruleId: id, createdBy: by, updatedBy: by });
}

export async function updateRule(
  tx: TenantTx,
  id: string,
  values: RuleValues,
  of: { by: string; revision: number; now: string },
): Promise<void> {
  await tx.db
    .update(rules)
    .set({ ...values, updatedBy: of.by, revision: of.revision + 1, updatedAt: of.now, lastMetAt: null })
    .where(and(eq(rules.tenantId, tx.tenantId), eq(rules.ruleId, id)));
}

export async function deleteRule(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(rules).where(and(eq(rules.tenantId, tx.tenantId), eq(rules.ruleId, id)));
}

/** That a rule is to be judged, or a mail of an alert to be sent. */
export const alertsAreDue = `EXISTS (SELECT 1 FROM alert_rules WHERE is_active AND judged_at <= now() - interval '1 minute')
  OR EXISTS (SELECT 1 FROM alerts WHERE mail_state = 'pending' AND mail_due_at <= now())`;

/** Rules that were not judged for a minute, taken by this process for another minute. */
export async function takeDueRules(owner: pg.Pool): Promise<{ tenantId: string; id: string }[]> {
  const result = await owner.query<{ tenantId: string; id: string }>(
    `WITH due AS (SELECT tenant_id, rule_id FROM alert_rules WHERE is_active AND judged_at <= now() - interval '1 minute'
        ORDER BY judged_at LIMIT 50 FOR UPDATE SKIP LOCKED)
     UPDATE alert_rules r SET judged_at = now() FROM due WHERE r.tenant_id = due.tenant_id AND r.rule_id = due.rule_id
     RETURNING r.tenant_id AS "tenantId", r.rule_id AS id`,
  );
  return result.rows;
}

/** Runs that began at most so long before the window they end in are measured. */
const longestRun = '7 days';

const ended = `r.tenant_id = $1 AND NOT r.is_draft AND r.end_time >= $2 AND r.end_time < $3
  AND r.created_at >= $2::timestamptz - interval '${longestRun}' AND ($4::text IS NULL OR r.workflow_id = $4)`;

interface Window {
  readonly workflowId: string | null;
  readonly windowMinutes: number;
  readonly now: Date;
}

const minutesBefore = (now: Date, minutes: number) =>
  new Date(now.getTime() - minutes * 60_000).toISOString();
const windowOf = (tx: TenantTx, { workflowId, windowMinutes, now }: Window) => [
  tx.tenantId,
  minutesBefore(now, windowMinutes),
  now.toISOString(),
  workflowId,
];

/** What the calls of the runs that ended in a window cost, by currency and day. */
export async function sumRunCosts(tx: TenantTx, of: Window): Promise<DatedCost[]> {
  const result = await tx.client.query<{ currency: string; day: string; cost: string }>(
    `SELECT x.currency, to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(x.cost)::text AS cost
       FROM agent_executions r JOIN usage_records x ON x.tenant_id = r.tenant_id AND x.run_id = r.id
      WHERE ${ended} AND x.currency IS NOT NULL GROUP BY 1, 2`,
    windowOf(tx, of),
  );
  return result.rows.map(({ cost, ...row }) => ({ ...row, amount: decimal(cost) }));
}

/** The value of a measure over the runs that ended in a window, and how many they are. */
export async function measureRuns(
  tx: TenantTx,
  of: Window & { readonly measure: Exclude<AlertMeasure, 'budget' | 'cost'>; readonly target: string },
): Promise<{ value: number | null; runs: number }> {
  const result = await tx.client.query<{
    runs: number;
    failed: number;
    shortRuns: number;
    shortFailed: number;
    p95: number | null;
  }>(
    `SELECT count(*)::int AS runs, (count(*) FILTER (WHERE r.status = 'failed'))::int AS failed,
            (count(*) FILTER (WHERE r.end_time >= $5))::int AS "shortRuns",
            (count(*) FILTER (WHERE r.end_time >= $5 AND r.status = 'failed'))::int AS "shortFailed",
            percentile_cont(0.95) WITHIN GROUP (ORDER BY r.duration) AS p95
       FROM agent_executions r WHERE ${ended}`,
    [...windowOf(tx, of), minutesBefore(of.now, shortWindow(of.windowMinutes))],
  );
  const { runs = 0, failed = 0, shortRuns = 0, shortFailed = 0, p95 = null } = result.rows[0] ?? {};
  const windows = { long: { runs, failed }, short: { runs: shortRuns, failed: shortFailed } };
  const values: Readonly<Record<typeof of.measure, number | null>> = {
    'failure-rate': runs === 0 ? null : (failed * 100) / runs,
    'failed-runs': failed,
    p95,
    'few-runs': runs,
    'burn-rate': burnRate(Number(of.target), windows),
  };
  return { value: values[of.measure], runs };
}

/** Notes that the condition of a rule was met. */
export async function noteMet(tx: TenantTx, id: string, at: string): Promise<void> {
  await tx.db
    .update(rules)
    .set({ lastMetAt: at })
    .where(and(eq(rules.tenantId, tx.tenantId), eq(rules.ruleId, id)));
}

/** The open alert of a rule, if any, and when the rule last raised one. */
export async function selectRuleAlerts(tx: TenantTx, ruleId: string) {
  const result = await tx.client.query<{ openId: string | null; lastRaisedAt: string | null }>(
    `SELECT (SELECT alert_id FROM alerts WHERE tenant_id = $1 AND rule_id = $2 AND status <> 'resolved') AS "openId",
            (SELECT ${isoMoment('max(raised_at)')} FROM alerts WHERE tenant_id = $1 AND rule_id = $2) AS "lastRaisedAt"`,
    [tx.tenantId, ruleId],
  );
  return result.rows[0] ?? { openId: null, lastRaisedAt: null };
}

/** An alert that is raised now. */
export interface NewAlert {
  readonly id: string;
  readonly rule: StoredRule;
  readonly value: number;
  readonly raisedAt: string;
}

/** Stores an alert; with recipients, its mail is due at once. */
export async function insertAlert(tx: TenantTx, { id, rule, value, raisedAt }: NewAlert): Promise<void> {
  await tx.client.query(
    `INSERT INTO alerts (tenant_id, alert_id, rule_id, title, severity, measure, workflow_id, value, threshold, window_minutes, raised_at,
        mail_to, mail_state, mail_due_at, budget_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, CASE WHEN $12 <> '' THEN 'pending' END, CASE WHEN $12 <> '' THEN now() END, $13)`,
    [
      tx.tenantId,
      id,
      rule.id,
      rule.name,
      rule.severity,
      rule.measure,
      rule.workflowId,
      value,
      rule.threshold,
      rule.windowMinutes,
      raisedAt,
      rule.mailTo,
      rule.budgetId,
    ],
  );
}

/** Resolves an alert that is open; false if it was not. */
export async function resolveAlert(tx: TenantTx, id: string, at: string): Promise<boolean> {
  const result = await tx.client.query(
    `UPDATE alerts SET status = 'resolved', resolved_at = $3 WHERE tenant_id = $1 AND alert_id = $2 AND status <> 'resolved'`,
    [tx.tenantId, id, at],
  );
  return result.rowCount === 1;
}

/** Acknowledges an active alert; false if it is not active. */
export async function acknowledge(
  tx: TenantTx,
  id: string,
  of: { by: string; at: string },
): Promise<boolean> {
  const result = await tx.client.query(
    `UPDATE alerts SET status = 'acknowledged', acknowledged_by = $3, acknowledged_at = $4
      WHERE tenant_id = $1 AND alert_id = $2 AND status = 'active'`,
    [tx.tenantId, id, of.by, of.at],
  );
  return result.rowCount === 1;
}

/** An alert as it is stored, without its sentence. */
export type StoredAlert = Omit<Alert, 'description' | 'mail' | 'source'> & {
  readonly workflowName: string | null;
  readonly budgetName: string | null;
  readonly mailState: 'pending' | 'sent' | 'failed' | null;
  readonly mailTo: string;
  readonly mailError: string | null;
};

const alertColumns = `a.alert_id AS id, a.rule_id AS "ruleId", a.title, a.severity, a.status, ${isoMoment('a.raised_at')} AS timestamp,
  a.workflow_id AS "workflowId", w.name AS "workflowName", a.budget_id AS "budgetId", b.name AS "budgetName", a.measure, trim_scale(a.value)::text AS value, trim_scale(a.threshold)::text AS threshold,
  a.window_minutes AS "windowMinutes", u.display_name AS "acknowledgedBy", ${isoMoment('a.acknowledged_at')} AS "acknowledgedAt",
  ${isoMoment('a.resolved_at')} AS "resolvedAt", a.mail_state AS "mailState", a.mail_to AS "mailTo", a.mail_error AS "mailError"`;
const alertSource = `alerts a LEFT JOIN workflow_definitions w ON w.tenant_id = a.tenant_id AND w.workflow_id = a.workflow_id
  LEFT JOIN budgets b ON b.tenant_id = a.tenant_id AND b.budget_id = a.budget_id LEFT JOIN users u ON u.id = a.acknowledged_by`;

/** One page of alerts, newest first, one row more than asked. */
export async function selectAlerts(
  tx: TenantTx,
  statuses: readonly string[] | null,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<StoredAlert[]> {
  const result = await tx.client.query<StoredAlert>(
    `SELECT ${alertColumns} FROM ${alertSource} WHERE a.tenant_id = $1 AND ($2::text[] IS NULL OR a.status = ANY($2))
        AND ($3::timestamptz IS NULL OR (a.raised_at, a.alert_id) < ($3, $4::uuid))
      ORDER BY a.raised_at DESC, a.alert_id DESC LIMIT $5`,
    [tx.tenantId, statuses, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return result.rows;
}

export async function selectAlert(tx: TenantTx, id: string): Promise<StoredAlert | null> {
  const result = await tx.client.query<StoredAlert>(
    `SELECT ${alertColumns} FROM ${alertSource} WHERE a.tenant_id = $1 AND a.alert_id = $2`,
    [tx.tenantId, id],
  );
  return result.rows[0] ?? null;
}

/** A mail of an alert that is due. */
export interface DueMail {
  readonly tenantId: string;
  readonly id: string;
  readonly to: string;
  readonly tries: number;
}

/** Mails that are due, taken by this process for a minute. */
export async function takeDueMails(owner: pg.Pool): Promise<DueMail[]> {
  const result = await owner.query<DueMail>(
    `WITH due AS (SELECT tenant_id, alert_id FROM alerts WHERE mail_state = 'pending' AND mail_due_at <= now()
        ORDER BY mail_due_at LIMIT 10 FOR UPDATE SKIP LOCKED)
     UPDATE alerts a SET mail_due_at = now() + interval '1 minute', mail_tries = a.mail_tries + 1
       FROM due WHERE a.tenant_id = due.tenant_id AND a.alert_id = due.alert_id
     RETURNING a.tenant_id AS "tenantId", a.alert_id AS id, a.mail_to AS "to", a.mail_tries AS tries`,
  );
  return result.rows;
}

/** Stores how an attempt to send a mail went; one that is pending is due after the pause. */
export async function storeMail(
  tx: TenantTx,
  id: string,
  of: { state: 'pending' | 'sent' | 'failed'; error: string | null; pauseSeconds: number },
): Promise<void> {
  await tx.client.query(
    `UPDATE alerts SET mail_state = $3, mail_error = $4,
            mail_due_at = CASE WHEN $3 = 'pending' THEN now() + make_interval(secs => $5) END
      WHERE tenant_id = $1 AND alert_id = $2`,
    [tx.tenantId, id, of.state, of.error, of.pauseSeconds],
  );
}
