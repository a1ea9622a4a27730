import type { ChangeEvent, Topic } from '@attain/contract/events';
import { type Held, type Permission, scopeOf } from '@attain/domain/access/permissions';
import type { Change } from '../db/changes.ts';

/** Topics to reload after an action: by the full action or, if that is not listed, by its noun. */
const topicsOfAct: Readonly<Record<string, readonly Topic[]>> = {
  workspace: ['workspace'],
  'workspace.approval-rules-saved': ['approvals'],
  'workspace.benefit-period-saved': ['payments'],
  // closes, pace and deadlines count working days
  'workspace.holidays-saved': ['workspace', 'statements', 'disputes'],
  // roles may wait for approval, or end what waited
  member: ['people', 'approvals'],
  invitation: ['people', 'approvals'],
  grant: ['people', 'approvals'],
  'access-review': ['people', 'approvals'],
  role: ['people'],
  'sign-in-provider': ['people'],
  'group-roles': ['people'],
  'directory-group': ['people'],
  sample: [
    ...(['workspace', 'participants', 'territories', 'quotas', 'deals', 'exchange-rates'] as const),
    ...(['imports', 'plans', 'assignments', 'calculations'] as const),
  ],
  import: ['imports'],
  'import.approval-requested': ['imports', 'approvals'],
  'import.approved': ['imports', 'approvals'],
  'import.rejected': ['imports', 'approvals'],
  'import.check-ordered': ['imports', 'approvals'],
  'import.people-named': ['imports', 'approvals'],
  'import.cancelled': ['imports', 'approvals'],
  // which records a file held the log does not say; runs over them may have become stale
  'import.undone': [
    ...(['imports', 'participants', 'territories', 'quotas', 'deals', 'exchange-rates'] as const),
    ...(['plans', 'assignments', 'calculations', 'payments', 'approvals'] as const),
  ],
  'import.committed': [
    ...(['imports', 'participants', 'territories', 'quotas', 'deals', 'exchange-rates'] as const),
    ...(['plans', 'assignments', 'calculations', 'payments', 'approvals'] as const),
  ],
  'participant-alias': ['imports'],
  'import-profile': ['imports'],
  connector: ['imports'],
  sync: ['imports'],
  plan: ['plans'],
  'plan.saved': ['plans', 'approvals'],
  'plan.submitted': ['plans', 'approvals'],
  'plan.rejected': ['plans', 'approvals'],
  'plan.activated': ['plans', 'calculations', 'approvals'],
  'plan.deactivated': ['plans', 'calculations'],
  'plan.assigned': ['assignments', 'plans', 'participants', 'calculations'],
  'plan.assignments-ended': ['assignments', 'plans', 'participants', 'calculations'],
  calculation: ['calculations'],
  'calculation.completed': ['calculations', 'payouts', 'statements'],
  'calculation.confirmed': ['calculations', 'payouts'],
  'calculation.unchanged': ['calculations', 'payouts', 'statements'],
  'calculation.change-accepted': [
    ...(['calculations', 'deals', 'quotas', 'exchange-rates', 'assignments'] as const),
    ...(['participants', 'plans', 'payments'] as const),
  ],
  'calculation.published': ['calculations', 'payouts', 'statements', 'disputes'],
  statement: ['statements'],
  // the close counts them
  'statement.signed-off': ['statements', 'calculations'],
  // read by its owner only, and what they wait for is asked for
  'statement-archive': ['statement-archives'],
  recalculation: ['calculations'],
  simulation: ['simulations'],
  payment: ['payments'],
  'payment.calculated': ['payments', 'approvals'],
  'payment.ordered': ['payments', 'approvals'],
  'payment.approved': ['payments', 'approvals'],
  'payment.rejected': ['payments', 'approvals'],
  'payment.withdrawn': ['payments', 'approvals'],
  approval: ['approvals'],
  // a run that has read it is stale
  deal: ['deals', 'calculations'],
  quota: ['quotas', 'calculations'],
  // its decision can uphold a dispute
  adjustment: ['payments', 'approvals', 'disputes'],
  // the import's page shows where its request is
  'adjustment.batch-approved': ['payments', 'approvals', 'imports'],
  'adjustment.batch-rejected': ['payments', 'approvals', 'imports'],
  draw: ['payments'],
  hold: ['payments'],
  clawback: ['payments'],
  suggestion: ['suggestions'],
  // Reading changes nothing that others see.
  'suggestion.evidence_viewed': [],
  'suggestion.audit_trail_accessed': [],
  evidence: ['suggestions'],
  analysis: ['suggestions'],
  'suggestion.overridden': ['suggestions', 'approvals'],
  'suggestion.reopened': ['suggestions', 'approvals'],
  'suggestion.override-attested': ['suggestions', 'approvals'],
  'suggestion.override-rejected': ['suggestions', 'approvals'],
  // read by its user only, in the window that made it
  'what-if': [],
  'suggestion.apply-requested': ['suggestions', 'approvals'],
  'suggestion.rejected': ['suggestions', 'approvals'],
  'suggestion.act-attested': ['suggestions', 'approvals'],
  autonomy: ['assistant', 'approvals', 'suggestions'],
  configuration: ['assistant'],
  // Its changes are in the plan's draft, or are removed with it.
  'suggestion.applied': ['suggestions', 'plans', 'approvals'],
  'suggestion.undone': ['suggestions', 'plans', 'approvals'],
  'plan.discarded': ['plans', 'suggestions', 'approvals'],
  dispute: ['disputes'],
  'dispute.proposed': ['disputes', 'payments', 'approvals'],
  'dispute.withdrawn': ['disputes', 'payments', 'approvals'],
  'saved-view': ['views'],
  'private-view': ['preferences'],
  // each person chooses for themselves
  'saved-view.default-chosen': ['preferences'],
  note: ['notes'],
  workflow: ['workflows'],
  // the agent that runs it got a version
  'workflow.published': ['workflows', 'agents'],
  agent: ['agents'],
  // from a template, with a workflow of its own
  'agent.created': ['agents', 'workflows'],
  'agent-preset': ['agents'],
  'agent-instance': ['agents'],
  'agent-template': ['agents'],
  'agent-version': ['agents', 'workflows'],
  'agent-branch': ['agents', 'workflows'],
  'merge-request': ['agents', 'notices'],
  // An agent's status is that of its latest run.
  'workflow-trigger': ['workflow-triggers'],
  'workflow-trigger.fired': ['workflow-triggers', 'workflow-runs', 'tasks', 'agents'],
  'workflow-run': ['workflow-runs', 'tasks', 'agents'],
  'run-batch': ['workflow-runs'],
  process: ['connections'],
  'process-execution': ['connections'],
  'process-execution.completed': ['connections', 'deployments', 'suites'],
  'process-execution.failed': ['connections', 'suites'],
  'workspace.runs-removed': ['workflow-runs', 'tasks', 'agents'],
  task: ['workflow-runs', 'tasks', 'agents'],
  connection: ['connections', 'approvals'],
  webhook: ['connections'],
  'payroll-layout': ['payments'],
  'data-contract': ['data-contracts'],
  suite: ['suites'],
  'test-run': ['suites'],
  deployment: ['deployments', 'agents', 'approvals'],
  release: ['deployments', 'approvals'],
  environment: ['deployments'],
  rollback: ['deployments', 'agents'],
  policy: ['policies', 'approvals'],
  'data-region': ['policies'],
  budget: ['costs'],
  price: ['costs'],
  'cost-entry': ['costs'],
  alert: ['alerts'],
  'alert-rule': ['alerts'],
  session: ['sessions'],
  token: ['sessions'],
  password: ['sessions'],
  'second-factor': ['sessions'],
  notice: ['notices'],
  preferences: ['preferences'],
};

/** Permission for each topic; `own`: only the user who did it, in their other browsers. */
const topicAccess: Readonly<Record<Topic, Permission | 'own'>> = {
  workspace: 'read:workspace',
  people: 'read:people',
  participants: 'read:participants',
  territories: 'read:territories',
  quotas: 'read:quotas',
  deals: 'read:deals',
  'exchange-rates': 'read:exchange-rates',
  imports: 'read:imports',
  plans: 'read:plans',
  assignments: 'read:participants',
  calculations: 'read:calculations',
  payouts: 'read:payouts',
  statements: 'read:statements',
  simulations: 'read:simulations',
  payments: 'read:payments',
  // everyone who may decide or read a kind of request reads plans
  approvals: 'read:plans',
  suggestions: 'read:suggestions',
  assistant: 'use:assistant',
  disputes: 'read:disputes',
  views: 'read:workspace',
  // everyone who reads notes reads plans
  notes: 'read:plans',
  workflows: 'read:workflows',
  'workflow-triggers': 'read:workflows',
  'workflow-runs': 'read:workflow-runs',
  tasks: 'read:tasks',
  agents: 'read:agents',
  connections: 'read:connections',
  'data-contracts': 'read:workflows',
  suites: 'read:workflows',
  deployments: 'read:deployments',
  policies: 'read:policies',
  costs: 'read:costs',
  alerts: 'read:alerts',
  audit: 'read:audit',
  notices: 'own',
  'statement-archives': 'own',
  sessions: 'own',
  preferences: 'own',
  me: 'own',
};

/** Topics whose rows are found by the id of the thing an act was done to. */
const namedBy: Readonly<Record<string, readonly Topic[]>> = {
  import: ['imports'],
  plan: ['plans', 'assignments'],
  workflow: ['workflows'],
  'workflow-run': ['workflow-runs'],
  agent: ['agents'],
  // from a template, with a workflow of its own
  'agent.created': ['agents', 'workflows'],
  'agent-version': ['agents', 'workflows'],
  'agent-branch': ['agents', 'workflows'],
  'merge-request': ['agents', 'notices'],
  connection: ['connections'],
  'data-contract': ['data-contracts'],
  simulation: ['simulations'],
  calculation: ['calculations', 'payouts', 'statements'],
  payment: ['payments'],
  suggestion: ['suggestions'],
  dispute: ['disputes'],
};

/**
 * Messages to one user about a change: the topics their roles let them read, and the ID only if they may read every
 * row. An unlisted action is sent to readers of the audit log.
 */
export function eventsFor(
  change: Change,
  reader: { readonly userId: string; readonly roles: readonly Held[] },
): ChangeEvent[] {
  const noun = change.action.split('.')[0] ?? '';
  const about = topicsOfAct[change.action] ?? topicsOfAct[noun] ?? [];
  // Every action is a log entry; progress is not.
  const touched: readonly Topic[] = change.seq === null ? about : [...about, 'audit'];
  return touched.flatMap((topic) => {
    const access = topicAccess[topic];
    if (access === 'own') return reader.userId === change.userId ? [{ topic, at: change.at }] : [];
    const scope = scopeOf(reader.roles, access);
    if (scope === null) return [];
    const named = scope === 'tenant' && namedBy[noun]?.includes(topic);
    return [{ topic, ...(named ? { id: change.id } : {}), at: change.at }];
  });
}
