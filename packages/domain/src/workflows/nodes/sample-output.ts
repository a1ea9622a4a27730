import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { NodeType } from './node-type.ts';
import { outputsOf } from './node-types.ts';

const id = '00000000-0000-4000-8000-000000000001';
const hash = '0'.repeat(64);
const period = { key: '2025-Q4', from: '2025-10-01', to: '2025-12-31' };
const PLAN = { plan: id, planName: 'Sample plan', currency: 'USD' };
const COMPONENT = {
  id: 'bookings',
  name: 'Bookings',
  weight: 100,
  status: 'Active',
  filter: [],
  cap: null,
  gate: null,
  measure: { of: 'amount', unit: '$' },
  rate: {
    kind: 'marginal',
    per: 'period',
    thresholds: 'percent-of-quota',
    tiers: [
      { from: '0', to: '100', ratePercent: '8' },
      { from: '100', to: null, ratePercent: '12' },
    ],
  },
  accelerator: null,
};
const CHECKED = {
  ...PLAN,
  valid: true,
  run: id,
  period: period.key,
  hash,
  deals: 40,
  payees: 4,
  lines: 4,
  right: 4,
  wrong: 0,
  accuracy: '1',
  total: '20000.00',
  stored: '20000.00',
  overpaid: '0.00',
  underpaid: '0.00',
  wrongLines: [],
  negative: 0,
  negativeLines: [],
};
const MEASURES = {
  ...PLAN,
  run: id,
  period,
  hash,
  deals: 40,
  payees: 4,
  lines: 4,
  total: '20000.00',
  attainment: { lines: 4, meanPercent: '98', medianPercent: '96', atOrAbove100: 2, below50: 0 },
  quotaAccuracy: '0.9',
  territoryBalance: '0.8',
  territories: ['North', 'South'].map((territory, at) => ({
    territory,
    lines: 2,
    credited: at === 0 ? '700000' : '500000',
    quota: '600000',
    creditPercent: at === 0 ? '58.33' : '41.67',
    quotaPercent: '50',
    gapPercent: at === 0 ? '8.33' : '-8.33',
  })),
};
const READ: Readonly<Record<string, JsonValue>> = {
  plans: {
    currency: 'USD',
    more: false,
    rows: [
      {
        id,
        name: 'Sample plan',
        version: 1,
        currency: 'USD',
        payees: 4,
        period: period.key,
        from: period.from,
        to: period.to,
        components: [COMPONENT],
        calculation: id,
      },
    ],
  },
  measures: MEASURES,
  disputes: {
    more: false,
    rows: [
      {
        id,
        calculationId: id,
        participantId: id,
        participantName: 'Ada Sample',
        componentId: 'bookings',
        planName: 'Sample plan',
        period: period.key,
        currency: 'USD',
        expected: '5500.00',
        paid: '5000.00',
        reason: 'A deal is missing.',
        files: ['order.pdf'],
        status: 'open',
      },
    ],
  },
};

const samples: Readonly<Record<string, (config: JsonObject) => JsonValue>> = {
  read_workspace: ({ what }) => READ[String(what)] ?? READ.plans ?? null,
  calculate_pay: () => ({
    id,
    run: id,
    planId: id,
    planName: 'Sample plan',
    planVersion: 1,
    period,
    version: 1,
    status: 'completed',
    currency: 'USD',
    total: '20000.00',
    participantCount: 4,
    lineCount: 4,
    dealCount: 40,
    inputHash: hash,
    resultHash: hash,
    problems: [],
    error: null,
  }),
  validate_payouts: () => CHECKED,
  simulate_plan: ({ kind }) => ({
    ...PLAN,
    simulation: id,
    hash,
    span: period,
    kind: kind ?? 'replay',
    changes: [],
    deals: 40,
    payees: 4,
    revenue: '100000.00',
    winners: 1,
    losers: 3,
    same: 0,
    unpaid: 0,
    baseline: '20000.00',
    draft: '19000.00',
    change: '-1000.00',
    savings: '1000.00',
    risk: 20,
    confidence: '0.9',
    findings: [],
  }),
  create_suggestion: () => ({ id, planId: id, planName: 'Sample plan', status: 'open' }),
  open_dispute: () => ({ id, status: 'open' }),
  resolve_dispute: ({ outcome }) => ({ id, status: 'resolved', outcome: outcome ?? 'dismissed' }),
  explain_pay: () => ({ run: id, currency: 'USD', total: '5000.00', lines: [], text: 'Sample explanation.' }),
  import_deals: () => ({ rows: 3, added: 3, changed: 0, bad: 0, problems: [] }),
  notification: ({ title }) => ({ notified: 1, people: ['finance'], title: title ?? '' }),
  llm: ({ answer, fields }) => ({
    provider: 'sample',
    model: 'sample',
    text: 'Sample answer.',
    findings: [],
    foreignFigures: [],
    ...(answer === 'json' ? { json: sampleRecord(fields) } : {}),
  }),
  api_call: ({ paging }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    ...(paging === undefined || paging === 'none'
      ? { body: {} }
      : { body: [{ id: 1 }], pages: 1, more: false }),
  }),
  database_read: () => ({ rows: [{ id: 1, name: 'Sample' }], more: false }),
  database_write: () => ({ changed: 1, rows: [] }),
  code: () => ({}),
  file_upload: () => ({ file: id, name: 'sample.csv', bytes: 100 }),
  storage: ({ action, key }): JsonObject => {
    const found = { etag: hash.slice(32), modifiedAt: '2025-01-31T08:00:00.000Z' };
    if (action === 'list') return { objects: [{ key: 'sample.json', bytes: 2, ...found }], more: false };
    return { key: key ?? '', contentType: 'application/json', ...found, body: {} };
  },
  email: ({ to }) => ({ messageId: '<sample@example.com>', accepted: [String(to ?? '')], rejected: [] }),
  sms: () => ({ sent: 1 }),
};

/** A node, its type, and its configuration with defaults. */
export interface SampledNode {
  readonly node: WorkflowNode;
  readonly type: NodeType;
  readonly config: JsonObject;
}

/** What a node that needs the world could bring, for a test run (WF-77); of the shape that a live run brings. */
export function sampleFor({ node, type, config }: SampledNode): JsonValue {
  if (type.working === 'task') return sampleAnswer({ ...node, config });
  const known = Object.hasOwn(samples, type.type) ? samples[type.type] : undefined;
  return known?.(config) ?? { status: 200, body: {} };
}

/** A person's answer to a task (`config` with its defaults): the first decision there is, with the form filled in. */
function sampleAnswer(node: WorkflowNode): JsonValue {
  const [first] = outputsOf(node);
  return { decision: first?.name ?? 'out', values: sampleRecord(node.config.form), comment: 'Sample answer' };
}

const values: Readonly<Record<string, JsonValue>> = {
  text: 'Sample',
  number: '1',
  boolean: true,
  date: '2026-01-31',
  list: [],
  object: {},
  file: {},
};

/** A record with a value for every expected field. */
export function sampleRecord(fields: JsonValue | undefined): JsonObject {
  const expected = Array.isArray(fields) ? fields.filter(isObject) : [];
  return Object.fromEntries(
    expected.map((field) => {
      const [option] = Array.isArray(field.options) ? field.options : [];
      return [
        String(field.name),
        field.type === 'choice' ? (option ?? '') : (values[String(field.type)] ?? null),
      ];
    }),
  );
}
