import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { createAlertRule, listAlertRules } from './alert-rules.ts';
import type { RuleValues } from './alert-store.ts';

const hour = 60;
const shared = {
  workflowId: null,
  target: '99',
  budgetId: null,
  cooldownMinutes: hour,
  notify: 'administrator',
  mailTo: '',
  isActive: true,
} as const;

const rules: readonly RuleValues[] = [
  {
    ...shared,
    name: 'Many failed runs',
    measure: 'failure-rate',
    threshold: '20',
    windowMinutes: hour,
    minRuns: 5,
    severity: 'critical',
  },
  {
    ...shared,
    name: 'Slow runs',
    measure: 'p95',
    threshold: '60000',
    windowMinutes: hour,
    minRuns: 5,
    severity: 'medium',
  },
  {
    ...shared,
    name: 'Expensive day',
    measure: 'cost',
    threshold: '100',
    windowMinutes: 24 * hour,
    minRuns: 1,
    severity: 'high',
  },
];

/** The alert rules of the sample workspace, unless it has some. */
export async function installAlerts(ctx: AppContext, actor: Actor): Promise<void> {
  const { rows } = await listAlertRules(ctx, actor);
  if (rows.length > 0) return;
  for (const rule of rules) await createAlertRule(ctx, actor, rule);
}
