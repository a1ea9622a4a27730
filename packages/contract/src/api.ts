import { accessGrants } from './access-grants.ts';
import { accessReviews } from './access-reviews.ts';
import { adjustments, clawbacks, draws, holds, paymentLimits } from './adjustments.ts';
import { agentInstances } from './agents/agent-instances.ts';
import { agentTemplates } from './agents/agent-templates.ts';
import { agentPresets, agents } from './agents/agents.ts';
import { connections } from './agents/connections.ts';
import { notices } from './agents/notices.ts';
import { alertRules, alerts } from './alerts.ts';
import { analyses } from './analyses.ts';
import { analytics } from './analytics.ts';
import { apiTokens } from './api-tokens.ts';
import { approvals } from './approvals.ts';
import { assistantEvents } from './assistant-events.ts';
import { audit } from './audit.ts';
import { auth, workspace } from './auth.ts';
import { assistant } from './autonomy.ts';
import { bias } from './bias.ts';
import { calculations } from './calculations.ts';
import { closes } from './closes.ts';
import { compliance } from './compliance.ts';
import { configurations } from './configurations.ts';
import { connectors } from './connectors.ts';
import { budgets, costEntries, costs, prices } from './costs.ts';
import { dataContracts } from './data-contracts.ts';
import { deployments, environments } from './deployments.ts';
import { disputes } from './disputes.ts';
import { evidence } from './evidence.ts';
import { explanations } from './explanations.ts';
import { importProfiles, participantAliases } from './import-profiles.ts';
import { imports } from './imports.ts';
import { mail } from './mail.ts';
import { notes } from './notes.ts';
import { participants } from './participants.ts';
import { passkeySignIn } from './passkeys.ts';
import { payments } from './payments.ts';
import { payouts, statements } from './payouts.ts';
import { payrollLayouts } from './payroll-layouts.ts';
import { join, people } from './people.ts';
import { planChecks } from './plan-checks.ts';
import { assignments, plans } from './plans.ts';
import { policies } from './policies.ts';
import { questions } from './questions.ts';
import { recalculateAll } from './recalculate-all.ts';
import { recalculations } from './recalculations.ts';
import { records } from './records.ts';
import { releases } from './releases.ts';
import { roles } from './roles.ts';
import { restorePoints, rollbacks } from './rollbacks.ts';
import { runBatches } from './run-batches.ts';
import { savedViews } from './saved-views.ts';
import { schedules } from './schedules.ts';
import { search } from './search.ts';
import { secondFactor } from './second-factor.ts';
import { serviceAccounts } from './service-accounts.ts';
import { signIn } from './sign-in.ts';
import { signOffs } from './sign-offs.ts';
import { findings } from './simulations/findings.ts';
import { planTests } from './simulations/plan-tests.ts';
import { simulations } from './simulations/simulations.ts';
import { standings } from './standings.ts';
import { statementArchives } from './statement-archives.ts';
import { suggestions } from './suggestions.ts';
import { suites, testRuns } from './suites.ts';
import { logs, measures, traces } from './telemetry.ts';
import { agentBranches, agentVersions, mergeRequests } from './versions.ts';
import { webhooks } from './webhooks.ts';
import { whatIf } from './what-if.ts';
import { tasks, workflowRuns } from './workflow-runs.ts';
import { workflowTriggers } from './workflow-triggers.ts';
import { workflows } from './workflows.ts';

/** All endpoints. Paths are below `/api`. */
export const api = {
  auth,
  secondFactor,
  workspace,
  people,
  roles,
  apiTokens,
  serviceAccounts,
  webhooks,
  mail,
  passkeySignIn,
  accessGrants,
  accessReviews,
  join,
  signIn,
  participants,
  records,
  plans,
  planTests,
  assignments,
  imports,
  importProfiles,
  connectors,
  participantAliases,
  calculations,
  recalculations,
  recalculateAll,
  payouts,
  statements,
  statementArchives,
  standings,
  closes,
  signOffs,
  findings,
  simulations,
  payments,
  adjustments,
  draws,
  holds,
  clawbacks,
  paymentLimits,
  payrollLayouts,
  savedViews,
  notes,
  approvals,
  suggestions,
  evidence,
  analyses,
  explanations,
  planChecks,
  whatIf,
  assistant,
  assistantEvents,
  questions,
  analytics,
  bias,
  configurations,
  disputes,
  connections,
  dataContracts,
  workflows,
  workflowTriggers,
  workflowRuns,
  runBatches,
  tasks,
  suites,
  testRuns,
  agents,
  agentPresets,
  agentInstances,
  agentTemplates,
  agentVersions,
  agentBranches,
  mergeRequests,
  compliance,
  environments,
  deployments,
  releases,
  rollbacks,
  restorePoints,
  schedules,
  policies,
  costs,
  budgets,
  prices,
  costEntries,
  traces,
  measures,
  logs,
  alerts,
  alertRules,
  notices,
  search,
  audit,
};
