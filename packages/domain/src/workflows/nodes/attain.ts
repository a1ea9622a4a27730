import { attempted, choice, ERROR_PORT, expression, input, output, registered, template } from './fields.ts';
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

const PLAN = registered('plan', 'Plan', 'Which plan.');
const PERIOD = expression('Period', 'Such as "2024-Q1".');
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
    inputs: [input('file')],
    outputs: [output('object'), ERROR_PORT],
    config: attempted({ mode: choice(['Mode', 'Check only, or store as well.'], ['dry-run', 'commit']) }),
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
    config: attempted({ plan: PLAN, period: PERIOD }, ['plan', 'period']),
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
    description: 'What a change of a plan would pay, against what it pays now.',
    category: 'AI & ML',
    icon: 'chart-line',
    outputs: [output('object'), ERROR_PORT],
    config: attempted(
      { plan: PLAN, period: PERIOD, changes: expression('Changes', 'What would be different.') },
      ['plan', 'period', 'changes'],
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
    config: attempted({ calculation: RUN }, ['calculation']),
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
        plan: PLAN,
        title: { ...template('Title', 'One line.'), minLength: 1 },
        reason: template('Reason', 'Why it is proposed.'),
        changes: expression('Changes', 'What is proposed.'),
      },
      ['plan', 'title', 'changes'],
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
        line: expression('Payout line', 'Its id.'),
        reason: { ...template('Reason', 'What is wrong with it.'), minLength: 1 },
      },
      ['line', 'reason'],
    ),
    sideEffect: 'write',
  },
];
