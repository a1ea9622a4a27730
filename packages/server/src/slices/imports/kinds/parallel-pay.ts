import type { Kind, KindField } from './kind.ts';
import { periodReader } from './period-days.ts';
import { quotas } from './quotas.ts';

/** A field that is written as in a file of quotas. */
function asOfQuotas(field: string, describe?: string): KindField {
  const own = quotas.fields.find((one) => one.field === field)!;
  return { ...own, describe: describe ?? own.describe };
}

/** Pay of a period as another system or a spreadsheet states it, to compare with Attain's. */
export const parallelPay: Kind = {
  name: 'parallel-pay',
  label: 'Parallel pay',
  stored: ['participant', 'plan', 'component', 'from', 'to', 'amount', 'currency'],
  key: ['participant', 'plan', 'component', 'from', 'to'],
  total: { amount: 'amount', unit: null, currency: 'currency' },
  days: { from: 'from', to: 'to' },
  fields: [
    asOfQuotas('participant'),
    asOfQuotas('plan', 'Name of the plan; blank: the pay of all plans of the period together.'),
    asOfQuotas('component', 'ID or name of the component; blank: all components together.'),
    asOfQuotas(
      'period',
      '2024, 2024-Q1, 2024-01, 2024-P01 or 2024-W03 in the plan’s calendar, instead of the two dates.',
    ),
    asOfQuotas('from'),
    asOfQuotas('to'),
    {
      field: 'amount',
      label: 'Pay',
      required: true,
      type: 'number',
      describe: 'What the other system pays, for example 1250.40.',
      hints: ['pay', 'payout', 'amount', 'commission', 'earned', 'earnings', 'incentive', 'total', 'payment'],
    },
    asOfQuotas('currency', "Three-letter code such as EUR; blank: the plan's currency."),
  ],
  finish(at, calendars) {
    const [plan, period, from, to] = [at('plan'), at('period'), at('from'), at('to')];
    const readDays = periodReader(calendars);
    return (values, voice) => {
      const key = values[period];
      if (key) {
        const read = readDays(key, values[plan] ?? null);
        if ('days' in read) [values[from], values[to]] = [read.days.from, read.days.to];
        else voice.fail(read.fault.field, read.fault.reason, read.fault.fix);
      }
      const [start, end] = [values[from] ?? null, values[to] ?? null];
      if (start === null || end === null) {
        // an existing but invalid time already has an error
        if (['period', 'plan', 'from', 'to'].some(voice.isBad)) return;
        voice.fail(
          start === null ? 'from' : 'to',
          'The pay has no dates.',
          'Provide a period or both dates.',
        );
      } else if (end < start) {
        voice.fail(
          'to',
          `The period ends on ${end}, before it starts on ${start}.`,
          'Swap or correct the dates.',
        );
      }
    };
  },
};
