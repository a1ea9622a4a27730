import { readShape, type Shape } from '../base/json-shape.ts';
import { type Period, parsePeriod } from '../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Deal, ExchangeRate, Split } from '../crediting/deal.ts';
import { parsePlan } from '../plans/parse-plan.ts';
import type {
  Enrolment,
  Leave,
  Participant,
  PayTerm,
  Quota,
  Ramp,
  ReportingLine,
} from '../quotas/participant.ts';
import { MAX_PROBLEMS } from './measures/credit-all.ts';
import type { CalculationInput, EarlierPay, FundLeft } from './payout.ts';

/**
 * What `calculate` depends on, from unknown JSON: a plan, a period by its key in the plan's calendar (`2024-Q1`) or as
 * `{ key, from, to }`, and the records; what may be left out is filled in. Refused with every place where the shape is wrong: a
 * missing or unknown field, a number where a decimal text belongs (PLAN-1, PAY-43). Whether days, amounts and names are good
 * is `calculate`'s to say.
 */
export function parseInput(json: unknown): Result<CalculationInput> {
  const problems: Problem[] = [];
  const read = readShape(calculationInputSchema, json, '', {
    rule: 'PAY-43',
    defs: {},
    problems,
    max: MAX_PROBLEMS,
  });
  const given = read as
    | (Omit<CalculationInput, 'period'> & { readonly period?: string | Period })
    | undefined;
  if (given?.plan === undefined) return rejected(problems);
  const plan = parsePlan(given.plan);
  if (!plan.ok) problems.push(...plan.problems.map((one) => ({ ...one, path: at('plan', one.path) })));
  const period = plan.ok ? periodBy(given.period, plan.value.calendar) : ok(null);
  if (!period.ok) problems.push(...period.problems.map((one) => ({ ...one, path: 'period' })));
  if (problems.length > 0 || !plan.ok || !period.ok || period.value === null) return rejected(problems);
  return ok({ ...given, plan: plan.value, period: period.value });
}

function periodBy(
  given: string | Period | undefined,
  calendar: CalculationInput['plan']['calendar'],
): Result<Period | null> {
  return typeof given === 'string' ? parsePeriod(given, calendar) : ok(given ?? null);
}

function at(field: string, path: string): string {
  return path === '' ? field : `${field}.${path}`;
}

const text: Shape = { type: 'string' };
const textOrNull: Shape = { type: ['string', 'null'] };
const unit: Shape = { enum: ['$', 'Score', 'Count', '%'] };
const noText: Shape = { ...textOrNull, default: null };
const number: Shape = { ...text, description: 'A plain decimal text, like "1250.00".' };
const numberOrNull: Shape = { ...noText, description: `${number.description} Omitted: none.` };

/** A list of records with these fields; those named are required, the others may be left out. */
function records<Of>(
  required: readonly (keyof Of & string)[],
  properties: Readonly<Record<keyof Of & string, Shape>>,
): Shape {
  return {
    type: 'array',
    items: { type: 'object', additionalProperties: false, required, properties },
  };
}

const split = records<Split>(['participantId', 'sharePercent'], {
  participantId: text,
  sharePercent: number,
});
const span = { participantId: text, from: text, to: text };

const participants = records<Participant>(['id', 'name'], {
  id: text,
  name: text,
  hiredOn: noText,
  leftOn: noText,
  targetVariableAnnual: numberOrNull,
  commissionRatePercent: numberOrNull,
});

const quotas = records<Quota>(['participantId', 'unit', 'from', 'to', 'amount'], {
  ...span,
  componentId: noText,
  unit,
  amount: number,
  currency: text,
});

const deals = records<Deal>(['id', 'date', 'amount', 'unit', 'currency', 'participantId'], {
  id: text,
  date: text,
  amount: number,
  unit,
  currency: { ...textOrNull, description: 'ISO 4217, like "USD"; null for what is not money.' },
  participantId: text,
  splits: { ...split, default: [] },
  kind: { ...text, default: 'sale' },
  product: noText,
  territory: noText,
  customer: noText,
  overlays: split,
  approvedOn: textOrNull,
  termMonths: { type: ['integer', 'null'] },
  reversesId: textOrNull,
  ownFields: { type: 'object', additionalProperties: text },
});

/**
 * The published JSON Schema of what `calculate` depends on; the plan's own is `planSchema`, and `parseInput` reads the rest by this
 * very object.
 */
export const calculationInputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['plan', 'period', 'participants', 'quotas', 'deals'],
  properties: {
    plan: { type: 'object' },
    period: {
      type: ['string', 'object'],
      description: 'A period like "2024-Q1", or { key, from, to }.',
      additionalProperties: false,
      required: ['key', 'from', 'to'],
      properties: { key: text, from: text, to: text } satisfies Record<keyof Period, Shape>,
    },
    participants,
    payeeIds: { type: 'array', items: text },
    quotas,
    deals,
    exchangeRates: {
      ...records<ExchangeRate>(['from', 'to', 'date', 'rate', 'source'], {
        from: text,
        to: text,
        date: text,
        rate: number,
        source: text,
      }),
      default: [],
    },
    reportingLines: records<ReportingLine>(['participantId', 'managerId', 'from'], {
      ...span,
      managerId: text,
      to: noText,
    }),
    enrolments: records<Enrolment>(['participantId', 'from'], { ...span, to: noText }),
    leaves: records<Leave>(['participantId', 'from', 'to'], span),
    ramps: records<Ramp>(['participantId', 'from', 'to', 'quotaPercent', 'targetPercent'], {
      ...span,
      quotaPercent: number,
      targetPercent: number,
    }),
    payTerms: records<PayTerm>(['participantId', 'from'], {
      ...span,
      to: noText,
      targetVariableAnnual: numberOrNull,
      commissionRatePercent: numberOrNull,
      currency: text,
    }),
    completeFrom: text,
    earlier: records<EarlierPay>(['participantId', 'componentId', 'from', 'to', 'amount'], {
      ...span,
      componentId: text,
      amount: number,
      carried: { ...number, default: '0' },
    }),
    fundLeft: {
      ...records<FundLeft>(['componentId', 'participantId', 'dealId', 'left'], {
        componentId: text,
        participantId: text,
        dealId: text,
        left: number,
      }),
      type: ['string', 'array'],
      pattern: '^settle-here$',
    },
  } satisfies Record<keyof CalculationInput, Shape>,
} as const satisfies Shape;
