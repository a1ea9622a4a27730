import { planSchema } from '@attain/domain/plans/plan-schema';
import type { AppContext } from './app-context.ts';
import { ApiError, found } from './base/api-error.ts';
import type { SessionPort } from './base/session-port.ts';
import { bindAgents } from './bindings/bind-agents.ts';
import { bindApprovals } from './bindings/bind-approvals.ts';
import { bindCloses } from './bindings/bind-closes.ts';
import { bindConnections } from './bindings/bind-connections.ts';
import { bindCosts } from './bindings/bind-costs.ts';
import { bindDataContracts } from './bindings/bind-data-contracts.ts';
import { bindDeployments } from './bindings/bind-deployments.ts';
import { bindDisputes } from './bindings/bind-disputes.ts';
import { bindImports } from './bindings/bind-imports.ts';
import { bindPayments } from './bindings/bind-payments.ts';
import { bindPeople } from './bindings/bind-people.ts';
import { bindPolicies } from './bindings/bind-policies.ts';
import { bindSchedules } from './bindings/bind-schedules.ts';
import { bindSignIn } from './bindings/bind-sign-in.ts';
import { bindStandings } from './bindings/bind-standings.ts';
import { bindSuggestions } from './bindings/bind-suggestions.ts';
import { bindSuites } from './bindings/bind-suites.ts';
import { bindTelemetry } from './bindings/bind-telemetry.ts';
import { bindTriggers } from './bindings/bind-triggers.ts';
import { bindVersions } from './bindings/bind-versions.ts';
import { bindWorkflows } from './bindings/bind-workflows.ts';
import { afterAnswer } from './http/access-hooks.ts';
import { guardedContract, type RequestContext } from './http/api-routes.ts';
import {
  clearSessionCookie,
  deviceCookie,
  requestFacts,
  setDeviceCookie,
  setSessionCookie,
} from './http/session.ts';
import { assignPlan, countEverybody } from './slices/assignments/assign-plan.ts';
import { endAssignments } from './slices/assignments/end-assignments.ts';
import { listAssignments } from './slices/assignments/list-assignments.ts';
import { listEntries } from './slices/audit/list-entries.ts';
import { proveConsistency } from './slices/audit/prove-consistency.ts';
import { proveInclusion } from './slices/audit/prove-inclusion.ts';
import { readControls } from './slices/audit/read-controls.ts';
import { readCheckpoint } from './slices/audit/sign-head.ts';
import { cancelCalculation } from './slices/calculations/cancel-calculation.ts';
import { publishCalculation } from './slices/calculations/publish-calculation.ts';
import { listCalculations, listPeriods, readCalculation } from './slices/calculations/read-calculations.ts';
import { cancelRecalculateAll } from './slices/calculations/recalculate-all/cancel-recalculate-all.ts';
import { listDue, readRecalculateAll } from './slices/calculations/recalculate-all/read-recalculate-all.ts';
import { startRecalculateAll } from './slices/calculations/recalculate-all/start-recalculate-all.ts';
import { acceptRecalculation } from './slices/calculations/recalculations/accept-recalculation.ts';
import { approveResult } from './slices/calculations/recalculations/approve-result.ts';
import { changeQuota } from './slices/calculations/recalculations/change-quota.ts';
import { readLateRecords } from './slices/calculations/recalculations/late-records.ts';
import { listRecalculations } from './slices/calculations/recalculations/list-recalculations.ts';
import { makeRecalculation } from './slices/calculations/recalculations/make-recalculation.ts';
import { removeQuotas } from './slices/calculations/recalculations/remove-quotas.ts';
import { startCalculation } from './slices/calculations/start-calculation.ts';
import { lintDraft } from './slices/findings/lint-draft.ts';
import { changeNote, createNote, listMentionable, listNotes, removeNote } from './slices/notes/notes.ts';
import { listParticipants } from './slices/participants/list-participants.ts';
import { readParticipant } from './slices/participants/read-participant.ts';
import { compareRuns } from './slices/payouts/compare-runs.ts';
import { explainPayout } from './slices/payouts/explain-payout.ts';
import { listCredits } from './slices/payouts/list-credits.ts';
import { listDealCredits } from './slices/payouts/list-deal-credits.ts';
import { listPayouts } from './slices/payouts/list-payouts.ts';
import { changePassword } from './slices/people/change-password.ts';
import { describeMe } from './slices/people/describe-me.ts';
import { endOtherSessions, endSession } from './slices/people/end-sessions.ts';
import { noteFailedSignIn } from './slices/people/failed-sign-in.ts';
import { addHolidays, listHolidays, removeHoliday } from './slices/people/holidays.ts';
import { listSessions } from './slices/people/list-sessions.ts';
import { readPreferences, savePreferences } from './slices/people/preferences.ts';
import {
  changeView,
  chooseDefaultView,
  createView,
  listViews,
  removeView,
} from './slices/people/saved-views.ts';
import { setUpWorkspace, setupCode } from './slices/people/setup-workspace.ts';
import { signIn } from './slices/people/sign-in.ts';
import { signOut } from './slices/people/sign-out.ts';
import { switchWorkspace } from './slices/people/switch-workspace.ts';
import { beginView, endView } from './slices/people/view-as.ts';
import { readWorkspaceSettings, saveWorkspaceSettings } from './slices/people/workspace-settings.ts';
import { activatePlan, submitPlan } from './slices/plans/activate-plan.ts';
import { checkDocument } from './slices/plans/check-document.ts';
import { createPlan } from './slices/plans/create-plan.ts';
import { deactivatePlan } from './slices/plans/deactivate-plan.ts';
import { listPlans } from './slices/plans/list-plans.ts';
import { readPlan } from './slices/plans/read-plan.ts';
import { listPlanTests, runStoredTests } from './slices/plans/run-plan-tests.ts';
import { savePlan } from './slices/plans/save-plan.ts';
import { createPlanTest, removePlanTest, updateOnePlanTest } from './slices/plans/save-plan-test.ts';
import { listDealValues, listOwnFields } from './slices/records/list-deal-values.ts';
import { listDeals, totalDeals } from './slices/records/list-deals.ts';
import { listExchangeRates } from './slices/records/list-exchange-rates.ts';
import { listOpportunities, readPipeline } from './slices/records/list-opportunities.ts';
import { listPayTerms } from './slices/records/list-pay-terms.ts';
import { listQuotas, listQuotasByPeriod, readQuotaHistory } from './slices/records/list-quotas.ts';
import { listReceipts } from './slices/records/list-receipts.ts';
import { listTerritories } from './slices/records/list-territories.ts';
import { readDeal } from './slices/records/read-deal.ts';
import { findAnything } from './slices/search/find-anything.ts';
import { listProviders } from './slices/sign-in/provider-store.ts';
import { cancelSimulation } from './slices/simulations/cancel-simulation.ts';
import { findDependences } from './slices/simulations/find-dependences.ts';
import { designLive } from './slices/simulations/live/design-live.ts';
import type { LiveLedgers } from './slices/simulations/live/live-ledgers.ts';
import { listOpenDeals } from './slices/simulations/open-deals.ts';
import { readPlanHealth } from './slices/simulations/plan-health.ts';
import {
  listSimulationPayees,
  listSimulations,
  readSimulation,
} from './slices/simulations/read-simulations.ts';
import { startSimulation } from './slices/simulations/start-simulation.ts';
import { tryWhatIf } from './slices/simulations/try-what-if.ts';
import { acknowledgeStatement } from './slices/statements/acknowledge-statement.ts';
import {
  cancelArchive,
  listArchives,
  startArchive,
} from './slices/statements/archives/statement-archives.ts';
import { listStatements } from './slices/statements/list-statements.ts';
import { readNextPayDay } from './slices/statements/next-pay-day.ts';
import { readStatement } from './slices/statements/read-statement.ts';
import { readYear } from './slices/statements/read-year.ts';
import { analysePlan, cancelAnalysis, newestAnalysis } from './slices/suggestions/analyse-plan.ts';
import { discardDraft } from './slices/suggestions/discard-draft.ts';
import { jointEffect } from './slices/suggestions/joint-effect.ts';
import { listNotices, readNotice } from './slices/workflow-runs/notices/read-notices.ts';

/** Every endpoint of the contract bound to its use-case, once, on one page. A missing one is a type error. */
export function bindContract(ctx: AppContext, sessions: SessionPort, ledgers: LiveLedgers) {
  const os = guardedContract(sessions);
  const signInHere = async (
    { request, reply }: RequestContext,
    { username, password, code }: { username: string; password: string; code?: string | undefined },
  ) => {
    const facts = requestFacts(request, 'auth.login', null);
    const credentials = { username, password, code, device: deviceCookie(request) };
    const { secret, device, token, user } = await signIn(ctx, credentials, facts).catch((error) => {
      if (error instanceof ApiError && error.code === 'SIGN_IN_FAILED')
        afterAnswer(request, reply, () => noteFailedSignIn(ctx, username, facts));
      throw error;
    });
    setSessionCookie(request, reply, secret);
    setDeviceCookie(request, reply, device);
    return { token, user };
  };
  return os.router({
    ...bindApprovals(os, ctx),
    ...bindConnections(os, ctx),
    ...bindImports(os, ctx),
    ...bindPeople(os, ctx),
    ...bindSchedules(os, ctx),
    ...bindSignIn(os, ctx),
    ...bindStandings(os, ctx),
    ...bindCloses(os, ctx),
    ...bindTriggers(os, ctx),
    ...bindWorkflows(os, ctx),
    notes: {
      list: os.notes.list.handler(({ context, input }) => listNotes(ctx, context.actor, input)),
      people: os.notes.people.handler(({ context, input }) => listMentionable(ctx, context.actor, input)),
      create: os.notes.create.handler(({ context, input }) => createNote(ctx, context.actor, input)),
      change: os.notes.change.handler(({ context, input }) => changeNote(ctx, context.actor, input)),
      remove: os.notes.remove.handler(({ context, input }) => removeNote(ctx, context.actor, input.id)),
    },
    savedViews: {
      list: os.savedViews.list.handler(({ context, input }) => listViews(ctx, context.actor, input.list)),
      create: os.savedViews.create.handler(({ context, input }) => createView(ctx, context.actor, input)),
      change: os.savedViews.change.handler(({ context, input }) => changeView(ctx, context.actor, input)),
      remove: os.savedViews.remove.handler(({ context, input }) => removeView(ctx, context.actor, input.id)),
      setDefault: os.savedViews.setDefault.handler(({ context, input }) =>
        chooseDefaultView(ctx, context.actor, input),
      ),
    },
    auth: {
      setupStatus: os.auth.setupStatus.handler(async () => ({
        open: (await setupCode(ctx)) !== null,
        providers: await listProviders(ctx.db.owner),
      })),
      setup: os.auth.setup.handler(async ({ context, input }) => {
        const made = await setUpWorkspace(ctx, input, context.request.ip);
        return {
          ...made,
          ...(await signInHere(context, { username: made.username, password: input.password })),
        };
      }),
      login: os.auth.login.handler(({ context, input }) => signInHere(context, input)),
      logout: os.auth.logout.handler(async ({ context }) => {
        await signOut(ctx, context.actor, context.session.idHash);
        clearSessionCookie(context.request, context.reply);
        return { signedOut: true as const };
      }),
      me: os.auth.me.handler(({ context }) => describeMe(ctx, context.actor, context.session)),
      switch: os.auth.switch.handler(async ({ context, input }) => {
        const wanted = { session: context.session, tenantId: input.tenantId };
        const { secret, token, user } = await switchWorkspace(ctx, context.actor, wanted);
        setSessionCookie(context.request, context.reply, secret);
        return { token, user };
      }),
      beginView: os.auth.beginView.handler(({ context, input }) => beginView(ctx, context, input)),
      endView: os.auth.endView.handler(({ context }) => endView(ctx, context)),
      sessions: os.auth.sessions.handler(({ context }) =>
        listSessions(ctx, context.actor.userId, context.session.idHash),
      ),
      endSession: os.auth.endSession.handler(({ context, input }) =>
        endSession(ctx, context.actor, input.id),
      ),
      endOtherSessions: os.auth.endOtherSessions.handler(({ context }) =>
        endOtherSessions(ctx, context.actor, context.session.idHash),
      ),
      changePassword: os.auth.changePassword.handler(({ context, input }) =>
        changePassword(ctx, context.actor, { session: context.session, ...input }),
      ),
      preferences: os.auth.preferences.handler(({ context }) => readPreferences(ctx, context.actor)),
      savePreferences: os.auth.savePreferences.handler(({ context, input }) =>
        savePreferences(ctx, context.actor, input),
      ),
    },
    workspace: {
      settings: os.workspace.settings.handler(({ context }) => readWorkspaceSettings(ctx, context.actor)),
      saveSettings: os.workspace.saveSettings.handler(({ context, input }) =>
        saveWorkspaceSettings(ctx, context.actor, input),
      ),
      holidays: os.workspace.holidays.handler(({ context }) => listHolidays(ctx, context.actor)),
      addHolidays: os.workspace.addHolidays.handler(({ context, input }) =>
        addHolidays(ctx, context.actor, input.text),
      ),
      removeHoliday: os.workspace.removeHoliday.handler(({ context, input }) =>
        removeHoliday(ctx, context.actor, input.date),
      ),
    },
    calculations: {
      periods: os.calculations.periods.handler(({ context, input }) =>
        listPeriods(ctx, context.actor, input.planId),
      ),
      start: os.calculations.start.handler(({ context, input }) =>
        startCalculation(ctx, context.actor, input),
      ),
      list: os.calculations.list.handler(({ context, input }) => listCalculations(ctx, context.actor, input)),
      get: os.calculations.get.handler(({ context, input }) => readCalculation(ctx, context.actor, input.id)),
      cancel: os.calculations.cancel.handler(({ context, input }) =>
        cancelCalculation(ctx, context.actor, input.id),
      ),
      publish: os.calculations.publish.handler(({ context, input }) =>
        publishCalculation(ctx, context.actor, input),
      ),
      difference: os.calculations.difference.handler(({ context, input }) =>
        compareRuns(ctx, context.actor, input),
      ),
    },
    recalculateAll: {
      due: os.recalculateAll.due.handler(({ context, input }) => listDue(ctx, context.actor, input)),
      start: os.recalculateAll.start.handler(({ context, input }) =>
        startRecalculateAll(ctx, context.actor, input),
      ),
      get: os.recalculateAll.get.handler(({ context, input }) =>
        readRecalculateAll(ctx, context.actor, input.id),
      ),
      cancel: os.recalculateAll.cancel.handler(({ context, input }) =>
        cancelRecalculateAll(ctx, context.actor, input.id),
      ),
    },
    recalculations: {
      make: os.recalculations.make.handler(({ context, input }) =>
        makeRecalculation(ctx, context.actor, input),
      ),
      accept: os.recalculations.accept.handler(({ context, input }) =>
        acceptRecalculation(ctx, context.actor, input),
      ),
      list: os.recalculations.list.handler(({ context, input }) =>
        listRecalculations(ctx, context.actor, input),
      ),
      late: os.recalculations.late.handler(({ context, input }) =>
        readLateRecords(ctx, context.actor, input),
      ),
    },
    payouts: {
      list: os.payouts.list.handler(({ context, input }) => listPayouts(ctx, context.actor, input)),
      explain: os.payouts.explain.handler(({ context, input }) => explainPayout(ctx, context.actor, input)),
      credits: os.payouts.credits.handler(({ context, input }) => listCredits(ctx, context.actor, input)),
      ofDeal: os.payouts.ofDeal.handler(({ context, input }) => listDealCredits(ctx, context.actor, input)),
    },
    statementArchives: {
      list: os.statementArchives.list.handler(({ context }) => listArchives(ctx, context.actor)),
      start: os.statementArchives.start.handler(({ context, input }) =>
        startArchive(ctx, context.actor, input),
      ),
      cancel: os.statementArchives.cancel.handler(({ context, input }) =>
        cancelArchive(ctx, context.actor, input),
      ),
    },
    statements: {
      list: os.statements.list.handler(({ context, input }) => listStatements(ctx, context.actor, input)),
      year: os.statements.year.handler(({ context }) => readYear(ctx, context.actor)),
      nextPayDay: os.statements.nextPayDay.handler(({ context }) => readNextPayDay(ctx, context.actor)),
      get: os.statements.get.handler(({ context, input }) => readStatement(ctx, context.actor, input)),
      acknowledge: os.statements.acknowledge.handler(({ context, input }) =>
        acknowledgeStatement(ctx, context.actor, input),
      ),
    },
    notices: {
      list: os.notices.list.handler(({ context, input }) => listNotices(ctx, context.actor, input)),
      read: os.notices.read.handler(({ context, input }) => readNotice(ctx, context.actor, input)),
    },
    ...bindAgents(os, ctx),
    ...bindDeployments(os, ctx),
    ...bindVersions(os, ctx),
    ...bindPayments(os, ctx),
    ...bindDataContracts(os, ctx),
    ...bindCosts(os, ctx),
    ...bindTelemetry(os, ctx),
    ...bindSuites(os, ctx),
    ...bindPolicies(os, ctx),
    ...bindDisputes(os, ctx),
    ...bindSuggestions(os, ctx),
    plans: {
      list: os.plans.list.handler(({ context, input }) => listPlans(ctx, context.actor, input)),
      schema: os.plans.schema.handler(() => ({ ...planSchema })),
      get: os.plans.get.handler(({ context, input }) => readPlan(ctx, context.actor, input)),
      create: os.plans.create.handler(({ context, input }) => createPlan(ctx, context.actor, input)),
      check: os.plans.check.handler(({ context, input }) => checkDocument(context.actor, input.document)),
      update: os.plans.update.handler(({ context, input }) => savePlan(ctx, context.actor, input)),
      activate: os.plans.activate.handler(({ context, input }) =>
        activatePlan(ctx, context.actor, {
          ...input,
          projectEffect: () => jointEffect(ctx, context.actor, input),
        }),
      ),
      effect: os.plans.effect.handler(async ({ context, input }) =>
        found(await jointEffect(ctx, context.actor, input), 'plan document'),
      ),
      discard: os.plans.discard.handler(({ context, input }) => discardDraft(ctx, context.actor, input)),
      submit: os.plans.submit.handler(async ({ context: { actor }, input }) =>
        submitPlan(ctx, actor, { ...input, effect: await jointEffect(ctx, actor, input) }),
      ),
      deactivate: os.plans.deactivate.handler(({ context, input }) =>
        deactivatePlan(ctx, context.actor, input.id),
      ),
    },
    findings: {
      lint: os.findings.lint.handler(({ context, input }) => lintDraft(ctx, context.actor, input)),
    },
    simulations: {
      health: os.simulations.health.handler(({ context }) => readPlanHealth(ctx, context.actor)),
      start: os.simulations.start.handler(({ context, input }) => startSimulation(ctx, context.actor, input)),
      list: os.simulations.list.handler(({ context, input }) => listSimulations(ctx, context.actor, input)),
      get: os.simulations.get.handler(({ context, input }) => readSimulation(ctx, context.actor, input.id)),
      cancel: os.simulations.cancel.handler(({ context, input }) =>
        cancelSimulation(ctx, context.actor, input.id),
      ),
      payees: os.simulations.payees.handler(({ context, input }) =>
        listSimulationPayees(ctx, context.actor, input),
      ),
      dependences: os.simulations.dependences.handler(({ context, input }) =>
        findDependences(ctx, context.actor, input),
      ),
      live: os.simulations.live.handler(({ context, input, signal }) =>
        designLive({ ctx, ledgers }, context.actor, input, signal),
      ),
      openDeals: os.simulations.openDeals.handler(({ context, input }) =>
        listOpenDeals(ctx, context.actor, input),
      ),
      whatIf: os.simulations.whatIf.handler(({ context, input }) => tryWhatIf(ctx, context.actor, input)),
    },
    analyses: {
      start: os.analyses.start.handler(({ context, input }) => analysePlan(ctx, context.actor, input.id)),
      newest: os.analyses.newest.handler(({ context, input }) =>
        newestAnalysis(ctx, context.actor, input.id),
      ),
      cancel: os.analyses.cancel.handler(({ context, input }) =>
        cancelAnalysis(ctx, context.actor, input.id),
      ),
    },
    planTests: {
      list: os.planTests.list.handler(({ context, input }) => listPlanTests(ctx, context.actor, input)),
      create: os.planTests.create.handler(({ context, input }) => createPlanTest(ctx, context.actor, input)),
      update: os.planTests.update.handler(({ context, input }) =>
        updateOnePlanTest(ctx, context.actor, input),
      ),
      remove: os.planTests.remove.handler(({ context, input }) => removePlanTest(ctx, context.actor, input)),
      run: os.planTests.run.handler(({ context, input }) => runStoredTests(ctx, context.actor, input)),
    },
    assignments: {
      list: os.assignments.list.handler(({ context, input }) => listAssignments(ctx, context.actor, input)),
      everybody: os.assignments.everybody.handler(({ context, input }) =>
        countEverybody(ctx, context.actor, input),
      ),
      assign: os.assignments.assign.handler(({ context, input }) => assignPlan(ctx, context.actor, input)),
      end: os.assignments.end.handler(({ context, input }) => endAssignments(ctx, context.actor, input)),
    },
    records: {
      deals: os.records.deals.handler(({ context, input }) => listDeals(ctx, context.actor, input)),
      dealTotals: os.records.dealTotals.handler(({ context, input }) =>
        totalDeals(ctx, context.actor, input),
      ),
      deal: os.records.deal.handler(({ context, input }) => readDeal(ctx, context.actor, input.id)),
      dealValues: os.records.dealValues.handler(({ context, input }) =>
        listDealValues(ctx, context.actor, input.field),
      ),
      ownFields: os.records.ownFields.handler(({ context }) => listOwnFields(ctx, context.actor)),
      approve: os.records.approve.handler(({ context, input }) => approveResult(ctx, context.actor, input)),
      quotas: os.records.quotas.handler(({ context, input }) => listQuotas(ctx, context.actor, input)),
      quotaYears: os.records.quotaYears.handler(({ context, input }) =>
        listQuotasByPeriod(ctx, context.actor, input),
      ),
      quotaHistory: os.records.quotaHistory.handler(({ context, input }) =>
        readQuotaHistory(ctx, context.actor, input),
      ),
      changeQuota: os.records.changeQuota.handler(({ context, input }) =>
        changeQuota(ctx, context.actor, input),
      ),
      removeQuotas: os.records.removeQuotas.handler(({ context, input }) =>
        removeQuotas(ctx, context.actor, input),
      ),
      payTerms: os.records.payTerms.handler(({ context, input }) => listPayTerms(ctx, context.actor, input)),
      territories: os.records.territories.handler(({ context, input }) =>
        listTerritories(ctx, context.actor, input),
      ),
      opportunities: os.records.opportunities.handler(({ context, input }) =>
        listOpportunities(ctx, context.actor, input),
      ),
      receipts: os.records.receipts.handler(({ context, input }) => listReceipts(ctx, context.actor, input)),
      pipeline: os.records.pipeline.handler(({ context, input }) => readPipeline(ctx, context.actor, input)),
      exchangeRates: os.records.exchangeRates.handler(({ context, input }) =>
        listExchangeRates(ctx, context.actor, input),
      ),
    },
    audit: {
      list: os.audit.list.handler(({ context, input }) => listEntries(ctx, context.actor, input)),
      checkpoint: os.audit.checkpoint.handler(({ context }) => readCheckpoint(ctx, context.actor)),
      controls: os.audit.controls.handler(({ context }) => readControls(ctx, context.actor)),
      inclusion: os.audit.inclusion.handler(({ context, input }) =>
        proveInclusion(ctx, context.actor, input),
      ),
      consistency: os.audit.consistency.handler(({ context, input }) =>
        proveConsistency(ctx, context.actor, input),
      ),
    },
    search: {
      find: os.search.find.handler(({ context, input }) => findAnything(ctx, context.actor, input)),
    },
    participants: {
      list: os.participants.list.handler(({ context, input }) => listParticipants(ctx, context.actor, input)),
      get: os.participants.get.handler(({ context, input }) => readParticipant(ctx, context.actor, input.id)),
    },
  });
}
