import type { Step } from './draw.ts';

/** Steps that ask the engine or the simulations may take ten minutes. */
export const PATIENT = { timeoutSeconds: 600 } as const;

/** Reads the plans that pay, and takes the one the run was started with (its id or name), or all. */
export const PLANS: Readonly<Record<'begin' | 'plans' | 'chosen' | 'any', Step>> = {
  begin: ['start', 'Start'],
  plans: ['read_workspace', 'Plans that pay', { what: 'plans' }],
  chosen: [
    'data_collection',
    'Chosen plans',
    {
      values: [
        {
          name: 'rows',
          value:
            'has(run.input.plan) && run.input.plan != "" ? nodes.plans.rows.filter(p, p.id == run.input.plan || p.name == run.input.plan) : nodes.plans.rows',
        },
        { name: 'currency', value: 'nodes.plans.currency' },
      ],
    },
  ],
  any: ['decision', 'Any plan?', { condition: 'size(nodes.chosen.rows) > 0' }],
};

/** How the steps of `PLANS` hang together; what follows hangs on `any.yes`, and `none` on `any.no`. */
export const PLAN_LINKS = ['begin > plans', 'plans > chosen', 'chosen > any', 'any.no > none'] as const;

/** The end of a run that found nothing to work on. */
export function nothing(message: string): Step {
  return ['end', 'Nothing to do', { result: result({ processed: '0', summary: JSON.stringify(message) }) }];
}

/** Every chosen plan, calculated and computed again; what hangs on `each.done` gets the list. */
export const CALCULATED: Readonly<Record<'each' | 'pay' | 'failed', Step>> = {
  each: ['loop', 'Each plan', { over: 'nodes.chosen.rows', limit: 200 }],
  pay: [
    'calculate_pay',
    'Calculate',
    { planFrom: 'loop.item.id', period: 'loop.item.period', retries: 6, ...PATIENT },
  ],
  failed: [
    'data_collection',
    'Not calculated',
    {
      values: [
        { name: 'planName', value: 'loop.item.name' },
        { name: 'error', value: 'input.message' },
      ],
    },
  ],
};

/** How the steps of `CALCULATED` hang together; what follows in a turn hangs on `pay.out`. */
export const CALCULATED_LINKS = [
  'any.yes > each',
  'each.each > pay',
  'pay.error > failed',
  'failed > each.next',
] as const;

/** Every chosen plan with the pay that is stored for it, calculated where there is none or it is stale; `which.run` is its id. */
export const STORED_PAY: Readonly<Record<'each' | 'known' | 'pay' | 'failed' | 'paid' | 'which', Step>> = {
  ...CALCULATED,
  known: ['decision', 'Calculated already?', { condition: 'has(loop.item.calculation)' }],
  paid: ['merge', 'In both cases'],
  which: [
    'data_collection',
    'Calculation',
    { values: [{ name: 'run', value: 'has(nodes.pay) ? nodes.pay.run : loop.item.calculation' }] },
  ],
};

/** How the steps of `STORED_PAY` hang together; what follows in a turn hangs on `which.out`. */
export const STORED_PAY_LINKS = [
  ...['any.yes > each', 'each.each > known', 'known.yes > paid', 'known.no > pay'],
  ...['pay > paid', 'pay.error > failed', 'failed > each.next', 'paid > which'],
] as const;

/** The part of a whole as a text with four decimals, cut, never rounded up; null of nothing. */
export function share(part: string, whole: string): string {
  return `${whole} == 0 ? null : string(floor(${part} * 10000 / ${whole}) / 10000)`;
}

/** What a gallery agent's run gives out (GALL-1); what is left out is null. */
export function result(of: {
  processed: string;
  summary: string;
  savings?: string;
  accuracy?: string;
  more?: string;
}): string {
  const { processed, summary, savings = 'null', accuracy = 'null', more = '' } = of;
  return `{"processed": ${processed}, "savings": ${savings}, "accuracy": ${accuracy}, "summary": ${summary}${more}}`;
}
