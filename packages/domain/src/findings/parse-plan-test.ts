import { readShape, type Shape } from '../base/json-shape.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { PlanTest } from './plan-test.ts';

const MAX_RECORDS = 200;
const MAX_TEXT = 200;
const AMOUNT = '^-?\\d{1,20}(\\.\\d{1,20})?$';

const amount: Shape = { type: 'string', pattern: AMOUNT, description: 'A decimal text like "1250.00".' };
const day: Shape = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'A day like "2024-02-29".',
};
const currency: Shape = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217, like "USD".' };
const unit: Shape = { type: 'string', enum: ['$', 'Score', 'Count', '%'] };
const text: Shape = { type: 'string', maxLength: MAX_TEXT };

/** The JSON Schema of a golden case (TEST-1). */
export const planTestSchema: Shape = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'period', 'expect'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_TEXT,
      pattern: '\\S',
      description: 'Purpose of the case.',
    },
    period: { type: 'string', minLength: 4, maxLength: 30, description: 'A period like "2024-Q1".' },
    payee: {
      type: 'object',
      additionalProperties: false,
      default: {},
      properties: { targetVariableAnnual: amount, commissionRatePercent: amount, hiredOn: day, leftOn: day },
    },
    quotas: {
      type: 'array',
      maxItems: MAX_RECORDS,
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['amount'],
        properties: { amount, componentId: text, unit, currency, from: day, to: day },
      },
    },
    deals: {
      type: 'array',
      maxItems: MAX_RECORDS,
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['amount'],
        properties: {
          amount,
          date: day,
          unit,
          currency,
          kind: text,
          product: text,
          territory: text,
          customer: text,
          approvedOn: day,
          ownFields: { type: 'object', additionalProperties: text },
          sharePercent: amount,
        },
      },
    },
    exchangeRates: {
      type: 'array',
      maxItems: MAX_RECORDS,
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['from', 'to', 'date', 'rate'],
        properties: {
          from: currency,
          to: currency,
          date: day,
          rate: amount,
          source: { ...text, default: 'test' },
        },
      },
    },
    expect: {
      type: 'object',
      additionalProperties: false,
      properties: {
        amounts: {
          type: 'array',
          maxItems: MAX_RECORDS,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['componentId', 'amount'],
            properties: { componentId: text, amount },
          },
        },
        total: amount,
        rejected: { type: 'array', minItems: 1, maxItems: 20, items: text },
      },
    },
  },
};

/**
 * A golden case from unknown JSON, with what may be left out filled in. Refused with every place where its shape is wrong,
 * and when it expects nothing at all, or pay and a refusal at once (TEST-1).
 */
export function parsePlanTest(json: unknown): Result<PlanTest> {
  const problems: Problem[] = [];
  const read = readShape(planTestSchema, json, '', { rule: 'TEST-1', defs: {}, problems }) as PlanTest;
  const complain = (path: string, message: string) => problems.push({ rule: 'TEST-1', path, message });
  if (problems.length === 0) {
    const { amounts, total, rejected: rules } = read.expect;
    const pays = total !== undefined || (amounts ?? []).length > 0;
    if (!pays && rules === undefined) {
      complain(
        'expect',
        'The case expects nothing, so it can never fail. Add amounts, a total, or refused rules.',
      );
    }
    if (pays && rules !== undefined) {
      complain('expect', 'The case expects both pay and a refusal. Keep one of them.');
    }
  }
  return problems.length > 0 ? rejected(problems) : ok(read);
}
