import type { api } from '@attain/contract/api';
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';

type Inputs = InferContractRouterInputs<typeof api>;
type Outputs = InferContractRouterOutputs<typeof api>;

/** The filters of a list: its input without paging. */
export type DealFilter = Omit<Inputs['records']['deals'], 'cursor' | 'limit'>;
export type DealTotal = Outputs['records']['dealTotals']['rows'][number];
export type PayoutFilter = Omit<Inputs['payouts']['list'], 'cursor' | 'limit'>;
export type StatementFilter = Omit<Inputs['statements']['list'], 'cursor' | 'limit'>;
export type AssignmentFilter = Omit<Inputs['assignments']['list'], 'cursor' | 'limit'>;
export type AuditFilter = Omit<Inputs['audit']['list'], 'cursor' | 'limit'>;

export type ChangedPayeeFilter = Omit<Inputs['simulations']['payees'], 'cursor' | 'limit'>;

/** Identifies one payout line: run, participant and component. */
export type LineKey = Inputs['payouts']['explain'];

export type Run = Outputs['calculations']['get'];
export type PayDifference = Outputs['recalculations']['late'];
export type PaidAgain = PayDifference['lines'][number];
export type RecalculateAll = Outputs['recalculateAll']['get'];
export type Recalculation = Outputs['recalculations']['make'];
export type StatedChange = Inputs['recalculations']['make']['change'];
export type Difference = Outputs['calculations']['difference']['rows'][number];
export type PlanSummary = Outputs['plans']['list']['rows'][number];
export type PlanDetail = Outputs['plans']['get'];
export type QuestionAnswer = Outputs['questions']['ask'];
export type QuestionRead = NonNullable<QuestionAnswer['read']>;
export type PlanSuggestion = Outputs['suggestions']['get'];
export type Import = Outputs['imports']['list']['rows'][number];
export type ImportDetail = Outputs['imports']['get'];
export type ImportProblem = Outputs['imports']['problems']['rows'][number];
export type ImportChange = Outputs['imports']['changes']['rows'][number];
export type Mapping = Inputs['imports']['check']['mapping'];
export type Participant = Outputs['participants']['list']['rows'][number];
export type Deal = Outputs['records']['deals']['rows'][number];
export type DealDetail = Outputs['records']['deal'];
export type QuotaRow = Outputs['records']['quotas']['rows'][number];
export type TerritoryRow = Outputs['records']['territories']['rows'][number];
export type ExchangeRateRow = Outputs['records']['exchangeRates']['rows'][number];
export type Assignment = Outputs['assignments']['list']['rows'][number];
export type PayoutLine = Outputs['payouts']['list']['rows'][number];
export type PayoutCredit = Outputs['payouts']['credits']['rows'][number];
export type DealCredit = Outputs['payouts']['ofDeal']['rows'][number];
export type Explanation = Outputs['payouts']['explain'];
export type Statement = Outputs['statements']['get'];
export type StatementRow = Outputs['statements']['list']['rows'][number];
export type Dispute = Outputs['disputes']['list']['rows'][number];
export type DisputeDetail = Outputs['disputes']['get'];
export type PaymentRun = Outputs['payments']['get'];
export type PaymentPreview = Outputs['payments']['preview'];
export type PaymentRow = Outputs['payments']['payees']['rows'][number];
export type PaymentDetail = Outputs['payments']['ledger'];
export type LedgerLine = PaymentDetail['ledger'][number];
export type Draw = Outputs['draws']['list']['rows'][number];
export type Hold = Outputs['holds']['list']['rows'][number];
export type Clawback = Outputs['clawbacks']['list']['rows'][number];
export type PaymentLimit = Outputs['paymentLimits']['list']['rows'][number];
export type ApprovalFilter = Omit<Inputs['approvals']['list'], 'cursor' | 'limit'>;
export type ApprovalRequest = Outputs['approvals']['list']['rows'][number];
export type ApprovalDetail = Outputs['approvals']['get'];
export type HumanTask = Outputs['tasks']['get'];
export type AgentDetail = Outputs['agents']['get'];
export type AgentSummary = Outputs['agents']['list']['rows'][number];
export type AgentTotals = Outputs['agents']['list']['totals'];
export type Connection = Outputs['connections']['get'];
export type SchemaContract = Outputs['dataContracts']['list']['rows'][number];
export type ContractDetail = Outputs['dataContracts']['get'];
export type ContractFilter = Omit<Inputs['dataContracts']['list'], 'cursor' | 'limit'>;
export type StoredNotice = Outputs['notices']['list']['rows'][number];
export type WorkflowRun = Outputs['workflowRuns']['list']['rows'][number];
export type WorkflowRunDetail = Outputs['workflowRuns']['get'];
export type Simulation = Outputs['simulations']['get'];
export type ReplaySummary = NonNullable<Simulation['replay']>;
export type MonteCarloSummary = NonNullable<Simulation['monteCarlo']>;
export type LintReport = NonNullable<Simulation['lint']>;
export type Finding = LintReport['findings'][number];
export type ChangedPayee = Outputs['simulations']['payees']['rows'][number];
export type StoredPlanTest = Outputs['planTests']['list']['rows'][number];
export type PlanTestResult = Outputs['planTests']['run']['results'][number];
export type AuditEntry = Outputs['audit']['list']['rows'][number];

export type Person = Outputs['people']['list']['rows'][number];
export type RoleGrant = Person['roles'][number];
export type PeopleFilter = Omit<Inputs['people']['list'], 'cursor' | 'limit'>;
export type AccessGrant = Outputs['accessGrants']['list']['rows'][number];
export type ApprovalRequirements = Outputs['approvals']['requirements'];
