import { dayBefore, daysIn, isoDay, parseDay, plusDays } from '@attain/domain/base/day';
import type { Kind } from './kind.ts';
import { periodReader } from './period-days.ts';

/** A participant's target between two dates. */
export const quotas: Kind = {
  name: 'quotas',
  label: 'Quotas',
  stored: ['participant', 'component', 'unit', 'from', 'to', 'amount', 'currency'],
  key: ['participant', 'component', 'unit', 'from', 'to'],
  total: { amount: 'amount', unit: 'unit', currency: 'currency' },
  days: { from: 'from', to: 'to' },
  fields: [
    {
      field: 'participant',
      label: 'Participant',
      required: true,
      type: 'participant',
      describe: 'ID of the participant.',
      hints: [
        'participant',
        'participantid',
        'payeeid',
        'payee',
        'businessentityid',
        'salespersonid',
        'salesperson',
        'employeeid',
        'employeekey',
        'repid',
        'rep',
        'id',
      ],
    },
    {
      field: 'component',
      label: 'Component',
      required: false,
      type: 'id',
      describe: 'Component of the quota; blank: every component measured in this unit.',
      hints: ['component', 'componentid', 'measure'],
    },
    {
      field: 'unit',
      label: 'Unit',
      required: false,
      type: 'unit',
      describe: '$ (the default), Score, Count or %.',
      hints: ['unit', 'uom'],
      fallback: '$',
    },
    {
      field: 'period',
      label: 'Period',
      required: false,
      type: 'period',
      describe:
        '2024, 2024-Q1, 2024-01, 2024-P01 or 2024-W03 in the plan’s calendar, instead of the two dates. Without a plan, quarters begin in January and weeks follow ISO 8601.',
      hints: ['period', 'periodkey', 'quarter', 'month', 'week', 'fiscalperiod', 'year'],
    },
    {
      field: 'plan',
      label: 'Plan',
      required: false,
      type: 'text',
      describe:
        'Name of the plan whose calendar defines the period; required if plans define it differently.',
      hints: ['planname', 'plan', 'compplan', 'compensationplan', 'calendar'],
    },
    {
      field: 'from',
      label: 'From',
      required: false,
      type: 'date',
      describe: 'First day, inclusive.',
      hints: ['from', 'fromdate', 'quotadate', 'quotadateoltp', 'startdate', 'start', 'validfrom', 'date'],
    },
    {
      field: 'to',
      label: 'To',
      required: false,
      type: 'date',
      describe: 'Last day, inclusive.',
      hints: ['to', 'todate', 'enddate', 'end', 'validto', 'until'],
    },
    {
      field: 'length',
      label: 'Length',
      required: false,
      type: 'span',
      describe: 'week, month, quarter or year: duration from the first day if there is no last day.',
      hints: ['length', 'duration', 'span'],
    },
    {
      field: 'amount',
      label: 'Quota',
      required: true,
      type: 'positive',
      describe: 'The target, for example 250000.',
      hints: ['amount', 'quota', 'salesquota', 'target', 'quotaamount', 'goal', 'value'],
    },
    {
      field: 'currency',
      label: 'Currency',
      required: false,
      type: 'currency',
      describe: "Three-letter code such as EUR, if a money quota is not in the plan's currency.",
      hints: ['currency', 'currencycode', 'quotacurrency', 'curr', 'ccy', 'iso', 'wahrung'],
    },
  ],
  finish(at, calendars) {
    const [plan, readDays] = [at('plan'), periodReader(calendars)];
    const [period, from, to, span, amount] = [at('period'), at('from'), at('to'), at('length'), at('amount')];
    const [unit, currency] = [at('unit'), at('currency')];
    return (values, voice) => {
      const key = values[period];
      if (key) {
        const read = readDays(key, values[plan] ?? null);
        if ('days' in read) [values[from], values[to]] = [read.days.from, read.days.to];
        else voice.fail(read.fault.field, read.fault.reason, read.fault.fix);
      }
      const start = values[from] ?? null;
      const length = values[span] ?? null;
      if (start !== null && values[to] === null && length !== null) values[to] = lastDay(start, length);
      const end = values[to] ?? null;
      if (start === null || end === null) {
        // An existing but invalid time already has an error.
        if (['period', 'plan', 'length', 'from', 'to'].some(voice.isBad)) return;
        voice.fail(
          start === null ? 'from' : 'to',
          'The quota has no dates.',
          'Provide a period, both dates, or the first day and a length.',
        );
      } else if (end < start) {
        voice.fail(
          'to',
          `The quota ends on ${end}, before it starts on ${start}.`,
          'Swap or correct the dates.',
        );
      }
      if (values[unit] !== '$' && (values[currency] ?? null) !== null) {
        voice.fail(
          'currency',
          `The quota is in ${values[unit]} but has the currency ${values[currency]}.`,
          'Leave the currency blank, or correct the unit.',
        );
      }
      if (values[amount] !== null && /^0*\.?0*$/.test(values[amount] ?? '')) {
        voice.warn(
          'amount',
          'The quota is zero, so attainment is undefined.',
          'Enter a quota above zero, or remove the row.',
        );
      }
    };
  },
};

const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** The day before the same day one length later; the last of a month stays the last of a month. */
function lastDay(from: string, length: string): string {
  if (length === 'week') return plusDays(from, 6);
  const day = parseDay(from);
  if (day === null) return from;
  const index = day.year * 12 + day.month - 1 + (MONTHS[length] ?? 0);
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  return dayBefore(isoDay({ year, month, day: Math.min(day.day, daysIn(year, month)) }));
}
