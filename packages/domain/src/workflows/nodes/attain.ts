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
  plan: { ...registered('plan', 'Plan', 'Which plan; left empty: the one computed below.'), minLength: 0 },
  planFrom: expression('Plan, computed', 'Its id or name, such as loop.item.id; used when none is chosen.'),
};
const PERIOD = expression('Period', 'Such as "2024-Q1".');
const CHANGES = expression(
  'Changes',
  'A list of { component, set }, { add } and { remove }; [] changes nothing.',
);
const RUN = expression('Calculation', 'Its id, such as nodes.pay.run.');

/** What Attain itself does, as steps of a workflow. */
export const ATTAIN_NODES: readonly NodeType[] = [
  {
    ...own,
    type: 'import_deals',
    label: 'Import Deals',
    description:
      'Reads a file of deals; a dry run tells every bad row, and nothing is stored unless all is well.',
    category: 'Data Sources',
    icon: 'file-input',
    inputs: [input('file', { also: ['list'] })],
    outputs: [output('object'), ERROR_PORT],
    config: attempted({
      source: expression('Source', 'A stored file, or a list of rows; left out: what came in.'),
      mode: choice(['Mode', 'Check only, or store as well.'], ['dry-run', 'commit']),
    }),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'calculate_pay',
    label: 'Calculate Pay',
    description: 'Calculates a plan for a period with the engine that pays.',
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
    description: 'The arithmetic of a payee’s lines, rule by rule.',
    category: 'Data Processing',
    icon: 'receipt-text',
    outputs: [output('object'), ERROR_PORT],
    config: attempted({ calculation: RUN, payee: expression('Payee', 'Whose pay.') }, [
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
      'What a change of a plan would have paid or could pay, against what it pays; or its findings.',
    category: 'AI & ML',
    icon: 'chart-line',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        ...PLAN,
        period: expression('Days', 'Such as "2024-Q1" or "2024".'),
        changes: CHANGES,
        kind: choice(
          ['Kind', 'Over what happened, over what could, or what to know of the plan.'],
          ['replay', 'monte-carlo', 'lint'],
        ),
        scenarios: whole(['Scenarios', 'How many redrawn years a Monte Carlo has.'], [10, 5_000], 200),
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
    description: 'Recomputes a calculation and compares every line and total.',
    category: 'Data Processing',
    icon: 'shield-check',
    outputs: [output('object', 'valid', 'Valid'), output('object', 'invalid', 'Invalid'), ERROR_PORT],
    config: attempted(
      { calculation: RUN, payee: expression('Payee', 'Only this one; left out: everybody.') },
      ['calculation'],
    ),
    sideEffect: 'read',
    idempotency: 'natural',
  },
  {
    ...own,
    type: 'create_suggestion',
    label: 'Create Suggestion',
    description: 'Proposes a change of a plan; a person decides about it.',
    category: 'AI & ML',
    icon: 'lightbulb',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        ...PLAN,
        title: { ...template('Suggestion title', 'One line.'), minLength: 1 },
        reason: { ...template('Reason', 'Why it is proposed, in sentences.'), minLength: 1 },
        changes: CHANGES,
        component: expression('Component', 'The id of the one it is about.'),
        payee: expression('Payee', 'The id of the one it is about.'),
        evidence: expression('Evidence', 'A list of { kind, id, hash, say }: what it was computed from.'),
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
          'A record { calculation, payee, component }; without component: the whole statement.',
        ),
        expected: expression('Expected', 'What should have been paid.'),
        reason: { ...template('Reason', 'What is wrong with it.'), minLength: 1 },
      },
      ['line', 'reason'],
    ),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'resolve_dispute',
    label: 'Resolve Dispute',
    description: 'Ends a dispute with what came of it; pay itself is not changed.',
    category: 'Human Tasks',
    icon: 'stamp',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      {
        dispute: expression('Dispute', 'Its id.'),
        outcome: expression('Outcome', '"upheld" when the pay was wrong, "dismissed" when it is right.'),
        reason: { ...template('Reason', 'What payee and reviewers read.'), minLength: 1 },
      },
      ['dispute', 'outcome', 'reason'],
    ),
    sideEffect: 'write',
  },
  {
    ...own,
    type: 'read_workspace',
    label: 'Read Workspace',
    description:
      'Plans that pay, what a calculation measures, or open disputes, as far as the starter may see them.',
    category: 'Data Sources',
    icon: 'database',
    outputs: [output('object'), ERROR_PORT],
    config: attempted({
      what: choice(
        ['What', 'Plans with their newest period, measures of a calculation, or open disputes.'],
        ['plans', 'measures', 'disputes'],
      ),
      calculation: expression('Calculation', 'Whose measures; its id, such as nodes.pay.run.'),
    }),
    sideEffect: 'read',
    idempotency: 'natural',
  },
];
