import {
  attempted,
  choice,
  ERROR_PORT,
  expression,
  input,
  output,
  registered,
  template,
  whole,
} from './fields.ts';
import { DEFAULT_RELIABILITY, type NodeType } from './node-type.ts';

const own = {
  group: 'Integrations',
  version: '1.0.0',
  status: 'stable',
  inputs: [input()],
  idempotency: 'key',
  working: 'effect',
  reliability: DEFAULT_RELIABILITY,
} as const;

const PLAN = {
  plan: { ...registered('plan', 'Plan', 'The plan; blank: use the computed one below.'), minLength: 0 },
  planFrom: expression('Plan, computed', 'ID or name, such as loop.item.id; used if no plan is chosen.'),
};
const PERIOD = expression('Period', 'Such as "2024-Q1".');
const CHANGES = expression(
  'Changes',
  'A list of { component, set }, { add } and { remove }; [] changes nothing.',
);
const RUN = expression('Calculation', 'Its ID, such as nodes.pay.run.');

/** What Attain itself does, as steps of a workflow. */
export const ATTAIN_NODES: readonly NodeType[] = [
  {
    ...own,
    type: 'import_deals',
    label: 'Import Deals',
    description:
      'Imports a file of deals. The check lists all errors, and nothing is saved unless there are none.',
    category: 'Data Sources',
    icon: 'file-input',
    inputs: [input('file', { also: ['list'] })],
    outputs: [output('object'), ERROR_PORT],
    config: attempted({
      source: expression('Source', 'A stored file or a list of rows; blank: the input.'),
      mode: choice(['Mode', 'Check only, or also save.'], ['dry-run', 'commit']),
    }),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'calculate_pay',
    label: 'Calculate Pay',
    description: 'Calculates a plan for a period.',
    category: 'Data Processing',
    icon: 'calculator',
    outputs: [output('object'), ERROR_PORT],
    config: attempted({ ...PLAN, period: PERIOD }, ['period']),
    sideEffect: 'money',
  },
  {
    ...own,
    type: 'explain_pay',
    label: 'Explain Pay',
    description: 'Shows the arithmetic of a payee’s lines.',
    category: 'Data Processing',
    icon: 'receipt-text',
    outputs: [output('object'), ERROR_PORT],
    config: attempted({ calculation: RUN, payee: expression('Payee', 'The payee.') }, [
      'calculation',
      'payee',
    ]),
    sideEffect: 'read',
    idempotency: 'natural',
  },
  {
    ...own,
    type: 'simulate_plan',
    label: 'Simulate Plan',
    description:
      'Compares a plan change with the current plan on past or simulated deals, or returns findings.',
    category: 'AI & ML',
    icon: 'chart-line',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        ...PLAN,
        period: expression('Days', 'Such as "2024-Q1" or "2024".'),
        changes: CHANGES,
        kind: choice(
          ['Kind', 'Replay past deals, simulate possible ones, or check the plan.'],
          ['replay', 'monte-carlo', 'lint'],
        ),
        scenarios: whole(['Scenarios', 'Number of simulated years for Monte Carlo.'], [10, 5_000], 200),
      },
      ['period', 'changes'],
    ),
    sideEffect: 'read',
    idempotency: 'natural',
  },
  {
    ...own,
    type: 'validate_payouts',
    label: 'Validate Payouts',
    description: 'Recalculates a calculation and compares all lines and totals.',
    category: 'Data Processing',
    icon: 'shield-check',
    outputs: [output('object', 'valid', 'Valid'), output('object', 'invalid', 'Invalid'), ERROR_PORT],
    config: attempted({ calculation: RUN, payee: expression('Payee', 'Only this payee; blank: all.') }, [
      'calculation',
    ]),
    sideEffect: 'read',
    idempotency: 'natural',
  },
  {
    ...own,
    type: 'create_suggestion',
    label: 'Create Suggestion',
    description: 'Suggests a plan change for a user to decide.',
    category: 'AI & ML',
    icon: 'lightbulb',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        ...PLAN,
        title: { ...template('Suggestion title', 'A single line.'), minLength: 1 },
        reason: { ...template('Reason', 'Why it is suggested, in sentences.'), minLength: 1 },
        changes: CHANGES,
        component: expression('Component', 'ID of the plan concerned.'),
        payee: expression('Payee', 'ID of the payee concerned.'),
        evidence: expression('Evidence', 'Sources as a list of { kind, id, hash, message }.'),
        savings: expression('Savings', 'In the plan’s currency.'),
        confidence: expression('Confidence', 'From 0 to 1.'),
        confidenceFormula: template('Confidence formula', 'How the confidence was computed.'),
      },
      ['title', 'reason', 'changes'],
    ),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'open_dispute',
    label: 'Open Dispute',
    description: 'Opens a dispute about a payout line.',
    category: 'Human Tasks',
    icon: 'scale',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        line: expression(
          'Payout line',
          'A record { calculation, payee, component }; without component: the full statement.',
        ),
        expected: expression('Expected', 'Correct pay.'),
        reason: { ...template('Reason', 'Reason for the dispute.'), minLength: 1 },
      },
      ['line', 'reason'],
    ),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'resolve_dispute',
    label: 'Resolve Dispute',
    description: 'Resolves a dispute with its outcome. Pay is not changed.',
    category: 'Human Tasks',
    icon: 'stamp',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        dispute: expression('Dispute', 'Its ID.'),
        outcome: expression('Outcome', '"upheld" when the pay was wrong, "dismissed" when it is right.'),
        reason: { ...template('Reason', 'Visible to payee and reviewers.'), minLength: 1 },
      },
      ['dispute', 'outcome', 'reason'],
    ),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'read_workspace',
    label: 'Read Workspace',
    description: 'Plans, measures of a calculation, or open disputes that the starter can see.',
    category: 'Data Sources',
    icon: 'database',
    outputs: [output('object'), ERROR_PORT],
    config: attempted({
      what: choice(
        ['What', 'Active plans with their latest period, measures of a calculation, or open disputes.'],
        ['plans', 'measures', 'disputes'],
      ),
      calculation: expression('Calculation', 'ID of the calculation, such as nodes.pay.run.'),
    }),
    sideEffect: 'read',
    idempotency: 'natural',
  },
];
