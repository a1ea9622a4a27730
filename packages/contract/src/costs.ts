import {
  budgetActions,
  budgetPeriods,
  budgetScopes,
  budgetStatuses,
  costCategories,
} from '@attain/domain/costs/budget';
import { trends } from '@attain/domain/costs/cost-figures';
import { z } from 'zod';
import { Currency, Day, Decimal, endpoint, Words } from './base.ts';

const Month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11.')
  .optional()
  .describe('Default: the current month, in UTC');
const inMonth = z.object({ month: Month });
const Amount = Decimal.refine((text) => !text.startsWith('-'), 'Enter an amount of zero or more.');
const money = z.string().describe('Exact decimal in the currency of the answer');
const chosenCurrency = Currency.optional().describe('Default: the workspace’s');
const percent = z.string().describe('Percent with one decimal');
const trend = z.enum(trends);
const change = percent
  .nullable()
  .describe('Percent against the month before, or its same days while the month lasts; null: nothing before');

/** Costs or limits of other currencies than the answer’s. */
const conversionsOf = (what: 'Costs' | 'Limits') => ({
  converted: z
    .array(
      z.object({
        currency: Currency,
        cost: money.describe('Exact decimal in its own currency'),
        converted: money,
        rates: z.number().int().describe('How many rates were used, each the latest on or before a day'),
        latest: z.object({ rate: z.string(), date: Day, source: z.string() }),
      }),
    )
    .describe(`${what} in other currencies that are in the totals, converted`),
  others: z
    .array(
      z.object({
        currency: Currency,
        cost: money.describe('Exact decimal in its own currency'),
        message: z.string().describe('Which exchange rate is missing'),
      }),
    )
    .describe(`${what} in other currencies that are in no total`),
});
export const conversions = conversionsOf('Costs');
/** Costs that a figure lacks. */
export const { others: otherCosts } = conversions;

/** One category of cost against its budget. */
const CostCategory = z.object({
  category: z.enum(costCategories),
  current: money,
  budget: money.nullable().describe('Monthly budget of the category; null: none'),
  trend,
  change,
});

/** Calls of one connection and model. */
const ServiceUsage = z.object({
  service: z.string().describe('ID of the connection'),
  model: z.string().nullable(),
  tokens: z.number().int().nullable().describe('Null: the service reports none'),
  requests: z.number().int(),
  cost: money.nullable().describe('Null: no call had a price'),
  costPerRequest: z.string().nullable().describe('Three decimals'),
  efficiency: percent.nullable().describe('Share of cost in completed runs'),
  unpriced: z.number().int().describe('Calls without a known price'),
});
export type ServiceUsage = z.infer<typeof ServiceUsage>;

/** A budget with what is spent of it in its current period. */
const Budget = z.object({
  id: z.uuid(),
  name: z.string(),
  limit: money,
  spent: money,
  reserved: money.describe('Highest cost of calls under way'),
  remaining: money.describe('Negative once exceeded'),
  used: percent.describe('Spent of the limit'),
  currency: Currency,
  period: z.enum(budgetPeriods),
  periodStart: Day,
  alertThreshold: z.string().describe('Percent of the limit'),
  thresholdExceeded: z.boolean(),
  status: z.enum(budgetStatuses),
  scope: z.enum(budgetScopes),
  scopeId: z.string().describe('Category, agent, environment or connection; blank: the workspace'),
  action: z.enum(budgetActions),
  revision: z.number().int(),
  ...conversions,
});
export type Budget = z.infer<typeof Budget>;

const BudgetList = z.object({
  rows: z.array(Budget),
  currency: Currency.describe('Of utilization and excess: the workspace’s'),
  utilization: percent.nullable().describe('Total spent over total budget'),
  excess: z
    .object({ parts: money, annual: money, excess: money })
    .nullable()
    .describe('Shorter budgets that add up to more than the annual one'),
  ...conversions,
  limits: z
    .object(conversionsOf('Limits'))
    .describe('At today’s rates; the costs of a limit without a rate are in no total either'),
});

const budgetFields = {
  name: Words.min(1, 'Enter a name for the budget.').max(100),
  limit: Amount.refine((text) => /[1-9]/.test(text), 'Enter a limit above zero.'),
  period: z.enum(budgetPeriods),
  alertThreshold: Amount.refine(
    (text) => /[1-9]/.test(text) && Number(text) <= 100,
    'Enter a percentage above 0 and up to 100.',
  ),
  scope: z.enum(budgetScopes),
  scopeId: Words.max(200).default(''),
  action: z.enum(budgetActions),
};

const Price = z.object({
  id: z.uuid(),
  connection: z.string(),
  model: z.string().describe('Blank: all models'),
  promptPerMillion: money,
  completionPerMillion: money,
  perRequest: money,
  currency: Currency,
  validFrom: Day,
  validTo: Day.nullable(),
});
export type Price = z.infer<typeof Price>;

const CostEntry = z.object({
  id: z.uuid(),
  name: z.string(),
  amount: money.describe('Per month'),
  currency: Currency,
  fromDay: Day,
  toDay: Day.nullable(),
});
export type CostEntry = z.infer<typeof CostEntry>;

const DayOfCost = z.object({
  day: Day,
  languageModels: money,
  connections: money,
  infrastructure: money,
  expected: z.number().nullable().describe('Forecast of a day to come'),
});

const AgentCost = z.object({
  agentId: z.string().nullable().describe('Null: workflows without an agent'),
  name: z.string().nullable(),
  runs: z.number().int(),
  cost: money,
  share: percent.nullable(),
  perRun: z.string().nullable(),
  savings: money.nullable(),
  roi: z.string().nullable().describe('`21:1`; null without cost or savings'),
});

const CostOverview = z.object({
  month: z.string(),
  isOver: z.boolean(),
  currency: Currency,
  spent: money,
  trend,
  change,
  runs: z.number().int(),
  costPerOperation: z.string().nullable().describe('Cost over ended runs'),
  efficiency: percent.nullable().describe('Share of cost in completed runs'),
  savings: money,
  roi: z.string().nullable(),
  forecast: z.object({ total: z.number(), low: z.number(), high: z.number() }).nullable(),
  categories: z.array(CostCategory),
  days: z.array(DayOfCost),
  unusual: z.array(z.object({ day: Day, cost: z.number(), usual: z.number() })),
  agents: z.array(AgentCost),
  idle: money.describe('Infrastructure on days without a run'),
  unpriced: z.number().int(),
  ...conversions,
});
export type CostOverview = z.infer<typeof CostOverview>;

const RoiMetric = z.object({
  metric: z.enum(['roi', 'savings', 'cost', 'net', 'cost-per-operation', 'payback-days']),
  value: z.string().nullable(),
  trend,
  timeframe: z.string(),
  description: z.string(),
});
export type RoiMetric = z.infer<typeof RoiMetric>;

const Optimization = z.object({
  kind: z.enum(['failed-runs', 'unusable-answers', 'idle-infrastructure', 'unpriced-calls']),
  subject: z.string().describe('Agent, workflow or connection; blank: the workspace'),
  amount: money.nullable(),
  count: z.number().int(),
});
export type Optimization = z.infer<typeof Optimization>;

const tags = ['Costs'];
const read = { access: 'read:costs' } as const;
const edit = { access: 'edit:costs' } as const;
const id = z.object({ id: z.uuid() });

export const costs = {
  overview: endpoint
    .route({ method: 'GET', path: '/costs/overview', summary: 'Get the costs of a month', tags })
    .meta(read)
    .input(inMonth)
    .output(CostOverview),
  usage: endpoint
    .route({ method: 'GET', path: '/usage', summary: 'List calls by connection and model', tags })
    .meta(read)
    .input(inMonth)
    .output(z.object({ month: z.string(), currency: Currency, rows: z.array(ServiceUsage), ...conversions })),
  export: endpoint
    .route({
      method: 'GET',
      path: '/usage/export',
      summary: 'Export the calls of a month as FOCUS 1.2',
      tags,
    })
    .meta(read)
    .input(inMonth)
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })),
  optimization: endpoint
    .route({ method: 'GET', path: '/costs/optimization', summary: 'List what could be saved', tags })
    .meta(read)
    .input(inMonth)
    .output(z.object({ currency: Currency, rows: z.array(Optimization), ...conversions })),
  roi: endpoint
    .route({ method: 'GET', path: '/costs/roi', summary: 'Get the return of agents in a month', tags })
    .meta(read)
    .input(inMonth)
    .output(z.object({ currency: Currency, rows: z.array(RoiMetric), ...conversions })),
};

export const budgets = {
  list: endpoint
    .route({ method: 'GET', path: '/budgets', summary: 'List budgets', tags })
    .meta(read)
    .output(BudgetList),
  create: endpoint
    .route({ method: 'POST', path: '/budgets', summary: 'Create a budget', tags, successStatus: 201 })
    .meta(edit)
    .input(z.object({ ...budgetFields, currency: chosenCurrency }))
    .output(Budget),
  save: endpoint
    .route({ method: 'PUT', path: '/budgets/{id}', summary: 'Change a budget', tags })
    .meta(edit)
    .input(
      id.extend({
        ...budgetFields,
        revision: z.number().int().min(0).max(1_000_000_000),
        reason: Words.max(500).default(''),
      }),
    )
    .output(Budget),
  remove: endpoint
    .route({ method: 'POST', path: '/budgets/{id}/remove', summary: 'Delete a budget', tags })
    .meta(edit)
    .input(id)
    .output(z.object({ removed: z.literal(true) })),
};

export const prices = {
  list: endpoint
    .route({ method: 'GET', path: '/prices', summary: 'List prices, newest first', tags })
    .meta(read)
    .output(z.object({ rows: z.array(Price) })),
  create: endpoint
    .route({ method: 'POST', path: '/prices', summary: 'Add a price from a day', tags, successStatus: 201 })
    .meta(edit)
    .input(
      z.object({
        connection: Words.min(1, 'Choose a connection.').max(200),
        model: Words.max(200).default(''),
        promptPerMillion: Amount.default('0'),
        completionPerMillion: Amount.default('0'),
        perRequest: Amount.default('0'),
        currency: Currency,
        validFrom: Day,
        validTo: Day.nullable().default(null),
      }),
    )
    .output(Price),
  end: endpoint
    .route({ method: 'POST', path: '/prices/{id}/end', summary: 'Set the last day of a price', tags })
    .meta(edit)
    .input(id.extend({ validTo: Day }))
    .output(Price),
};

export const costEntries = {
  list: endpoint
    .route({ method: 'GET', path: '/cost-entries', summary: 'List monthly costs', tags })
    .meta(read)
    .output(z.object({ rows: z.array(CostEntry) })),
  create: endpoint
    .route({ method: 'POST', path: '/cost-entries', summary: 'Add a monthly cost', tags, successStatus: 201 })
    .meta(edit)
    .input(
      z.object({
        name: Words.min(1, 'Enter a name for the cost.').max(100),
        amount: Amount,
        currency: chosenCurrency,
        fromDay: Day,
        toDay: Day.nullable().default(null),
      }),
    )
    .output(CostEntry),
  remove: endpoint
    .route({ method: 'POST', path: '/cost-entries/{id}/remove', summary: 'Delete a monthly cost', tags })
    .meta(edit)
    .input(id)
    .output(z.object({ removed: z.literal(true) })),
};
