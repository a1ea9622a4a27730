import type { NoteSubject } from '@attain/domain/access/notes';
/** Links to every screen, typed by the routes: `<Link {...paths.plan(id)}>`. */
export const paths = {
  overview: { to: '/compensation' },
  people: { to: '/people' },
  accessReview: (review: string) => ({ to: '/people', search: { review } }) as const,
  builder: { to: '/agent-builder' },
  agentList: { to: '/agent-builder/agents' },
  connections: { to: '/agent-builder/connections' },
  schedule: (schedule: string) =>
    ({ to: '/agent-builder/connections', search: { tab: 'schedules', schedule } }) as const,
  policy: (policy: string) => ({ to: '/agent-builder/policies', search: { policy } }) as const,
  agent: (agentId: string) => ({ to: '/agent-builder', search: { agent: agentId } }) as const,
  agentDetails: (agentId: string) => ({ to: '/compensation/agents/$agentId', params: { agentId } }) as const,
  canvasLibrary: { to: '/agent-builder/canvas' },
  canvas: (workflowId: string) =>
    ({ to: '/agent-builder/canvas', search: { workflow: workflowId } }) as const,
  canvasOfRun: (run: { workflowId: string; id: string }) =>
    ({
      to: '/agent-builder/canvas',
      search: { workflow: run.workflowId, run: run.id, drawn: 'as-run' },
    }) as const,
  instanceRuns: (instance: string) => ({ to: '/agent-builder/runs', search: { instance } }) as const,
  workflowRun: (runId: string) => ({ to: '/agent-builder/runs', search: { run: runId } }) as const,
  observability: { to: '/agent-builder/observability' },
  traces: (search: { workflow?: string; status?: string; code?: string; range?: string } = {}) =>
    ({ to: '/agent-builder/observability', search: { tab: 'traces', ...search } }) as const,
  alerts: { to: '/agent-builder/observability', search: { tab: 'alerts' } },
  deployments: (agent?: string) =>
    ({ to: '/agent-builder/deploy', search: agent === undefined ? {} : { agent } }) as const,
  rollbacks: { to: '/agent-builder/deploy', search: { tab: 'rollback' } },
  deployment: (deployment: string) =>
    ({ to: '/agent-builder/deploy', search: { tab: 'deployments', deployment } }) as const,
  /** By the subject of a gate: `payer/1.4.0-rc.1/qa-approval`. */
  releasesOf: (subject: string) =>
    ({
      to: '/agent-builder/versions',
      search: { agent: subject.slice(0, subject.indexOf('/')), tab: 'releases' },
    }) as const,
  trace: (traceId: string) => ({ to: '/agent-builder/observability/$traceId', params: { traceId } }) as const,
  plans: { to: '/compensation/plan-design' },
  plan: (planId: string) => ({ to: '/compensation/plan-design/$planId', params: { planId } }) as const,
  actionCenter: { to: '/action-center' },
  task: (taskId: string) => ({ to: '/action-center', search: { task: taskId } }) as const,
  rates: { to: '/compensation/rates' },
  ratesOf: (planId: string, componentId: string) =>
    ({ to: '/compensation/rates', search: { plan: planId, component: componentId } }) as const,
  simulations: { to: '/compensation/reports' },
  simulationsOf: (planId: string) => ({ to: '/compensation/reports', search: { plan: planId } }) as const,
  simulation: (simulationId: string) =>
    ({ to: '/compensation/reports/$simulationId', params: { simulationId } }) as const,
  eligibility: { to: '/compensation/eligibility' },
  payTerms: { to: '/compensation/eligibility', search: { tab: 'pay-terms' } },
  quotas: { to: '/compensation/quotas' },
  crediting: { to: '/compensation/crediting' },
  opportunities: { to: '/compensation/crediting', search: { tab: 'opportunities' } },
  receipts: { to: '/compensation/crediting', search: { tab: 'receipts' } },
  exchangeRates: { to: '/compensation/crediting', search: { tab: 'exchange-rates' } },
  deal: (dealId: string) => ({ to: '/compensation/crediting', search: { deal: dealId } }) as const,
  tracking: { to: '/compensation/tracking' },
  payout: { to: '/compensation/payout' },
  close: { to: '/compensation/payout', search: { tab: 'close' } },
  closeOf: (month: string) => ({ to: '/compensation/payout', search: { tab: 'close', month } }) as const,
  parallelRun: (month?: string) =>
    ({ to: '/compensation/payout', search: { tab: 'parallel-run', ...(month && { month }) } }) as const,
  run: (runId: string) => ({ to: '/compensation/payout/$runId', params: { runId } }) as const,
  runDifference: (runId: string) =>
    ({ to: '/compensation/payout/$runId', params: { runId }, search: { tab: 'difference' } }) as const,
  runRecords: (runId: string) =>
    ({ to: '/compensation/payout/$runId', params: { runId }, search: { tab: 'records' } }) as const,
  line: (line: { runId: string; participantId: string; componentId: string }) =>
    ({
      to: '/compensation/payout/$runId/$participantId/$componentId',
      params: { runId: line.runId, participantId: line.participantId, componentId: line.componentId },
    }) as const,
  statements: { to: '/compensation/statements' },
  statement: (runId: string, participantId: string) =>
    ({ to: '/compensation/statements/$runId/$participantId', params: { runId, participantId } }) as const,
  suggestion: (suggestionId: string) =>
    ({ to: '/suggestions/$suggestionId', params: { suggestionId } }) as const,
  disputes: { to: '/compensation/disputes' },
  reviews: (month?: string) =>
    ({ to: '/compensation/disputes', search: { tab: 'reviews', ...(month && { month }) } }) as const,
  dispute: (dispute: string) => ({ to: '/compensation/disputes', search: { dispute } }) as const,
  adjustments: { to: '/compensation/adjustments' },
  paymentLimits: { to: '/compensation/adjustments', search: { tab: 'limits' } },
  approvals: { to: '/compensation/approvals' },
  approval: (request: string) => ({ to: '/compensation/approvals', search: { request } }) as const,
  /** Opens the dialog that creates the payment run of these days. */
  payPeriod: ({ from, to }: { from: string; to: string }) =>
    ({ to: '/compensation/approvals', search: { tab: 'payments', pay: `${from}..${to}` } }) as const,
  payments: (paymentRunId: string) =>
    ({ to: '/compensation/approvals/$paymentRunId', params: { paymentRunId } }) as const,
  /** The page of an object with one of its notes. */
  note: ({ id: note, subject, subjectId }: { id: string; subject: NoteSubject; subjectId: string }) => {
    switch (subject) {
      case 'payee':
        return { to: '/compensation/tracking', search: { payee: subjectId, note } } as const;
      case 'deal':
        return { to: '/compensation/crediting', search: { deal: subjectId, note } } as const;
      case 'plan':
        return {
          to: '/compensation/plan-design/$planId',
          params: { planId: subjectId },
          search: { note },
        } as const;
      case 'payment-run':
        return {
          to: '/compensation/approvals/$paymentRunId',
          params: { paymentRunId: subjectId },
          search: { note },
        } as const;
      case 'close':
        return { to: '/compensation/payout', search: { tab: 'close', month: subjectId, note } } as const;
    }
  },
  audit: { to: '/compensation/audit' },
  auditOf: (object: string) => ({ to: '/compensation/audit', search: { object } }) as const,
  imports: { to: '/compensation/imports' },
  connectors: { to: '/compensation/imports', search: { tab: 'connectors' } },
  connector: (connector: string) =>
    ({ to: '/compensation/imports', search: { tab: 'connectors', connector } }) as const,
  newImport: { to: '/compensation/imports/new' },
  newImportOf: (kind: string) => ({ to: '/compensation/imports/new', search: { kind } }) as const,
  newImportInto: (planId: string) =>
    ({ to: '/compensation/imports/new', search: { kind: 'plan-components', plan: planId } }) as const,
  import: (importId: string) => ({ to: '/compensation/imports/$importId', params: { importId } }) as const,
} as const;
