import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { checkAdjustment } from '@attain/domain/payments/check-payment';
import { ENTERED_KINDS } from '@attain/domain/payments/payment';
import { deals } from './deals.ts';
import type { Kind, KindField } from './kind.ts';
import { periodReader } from './period-days.ts';
import { quotas } from './quotas.ts';

const [minReason, maxReason] = [3, 500];

/** A field that is written as in another kind of file. */
function asOf(kind: Kind, field: string, own: Partial<KindField>): KindField {
  return { ...kind.fields.find((one) => one.field === field)!, ...own };
}

/** One-off payments and deductions outside the plan: one request for approval for the whole file (PAYM-31). */
export const adjustments: Kind = {
  name: 'adjustments',
  label: 'Adjustments',
  stored: ['participant', 'currency', 'amount', 'kind', 'reason', 'countsAs', 'deal', 'payFrom'],
  key: ['participant', 'currency', 'amount', 'kind', 'reason', 'deal', 'payFrom'],
  total: { amount: 'amount', unit: null, currency: 'currency' },
  days: null,
  fields: [
    asOf(deals, 'participant', {
      required: true,
      describe: 'ID, email or name of the participant who is paid.',
    }),
    {
      field: 'amount',
      label: 'Amount',
      required: true,
      type: 'number',
      describe: 'For example 250.00; below zero: it is taken.',
      hints: ['amount', 'adjustment', 'adjustmentamount', 'value', 'payment', 'bonus', 'total'],
    },
    {
      field: 'currency',
      label: 'Currency',
      required: true,
      type: 'currency',
      describe: 'Currency of the amount, for example USD.',
      hints: ['currency', 'currencycode', 'ccy'],
    },
    asOf(quotas, 'period', {
      describe: 'Paid with this period, for example 2024-Q1 or 2024-01; blank: with the next payments.',
      hints: ['period', 'payperiod', 'forperiod', 'month', 'quarter'],
    }),
    {
      field: 'payFrom',
      label: 'Pay from',
      required: false,
      type: 'date',
      describe: 'Instead of a period: the first payments that end on or after this day pay it.',
      hints: ['payfrom', 'paidfrom', 'payon', 'paydate'],
      mayBe: ['date'],
    },
    {
      field: 'kind',
      label: 'Reason code',
      required: true,
      type: 'reason-code',
      describe: `One of ${ENTERED_KINDS.slice(0, -1).join(', ')} or ${ENTERED_KINDS.at(-1)}.`,
      hints: ['reasoncode', 'code', 'adjustmenttype', 'adjustmentkind', 'kind', 'type', 'category'],
    },
    {
      field: 'reason',
      label: 'Explanation',
      required: true,
      type: 'text',
      describe: 'The payee reads it on the statement.',
      hints: [
        'explanation',
        'reason',
        'reasontext',
        'comment',
        'comments',
        'note',
        'notes',
        'description',
        'memo',
      ],
    },
    {
      field: 'deal',
      label: 'Deal',
      required: false,
      type: 'id',
      describe: 'ID of the deal it is for.',
      hints: ['deal', 'dealid', 'opportunityid', 'orderid', 'invoice'],
    },
    {
      field: 'countsAs',
      label: 'Counts as',
      required: false,
      type: 'counts-as',
      describe: 'earnings: holds, draws and limits count it; payment: it is added after them.',
      hints: ['countsas', 'counts'],
      fallback: 'earnings',
    },
  ],
  finish(at, calendars) {
    const [amount, currency, reason] = [at('amount'), at('currency'), at('reason')];
    const [period, payFrom] = [at('period'), at('payFrom')];
    const readDays = periodReader(calendars);
    return (values, voice) => {
      const [money, code, key, text] = [values[amount], values[currency], values[period], values[reason]];
      if (money && code) {
        const [problem] = checkAdjustment({ amount: money }, code);
        if (problem === undefined) values[amount] = moneyText(decimal(money), code);
        else voice.fail('amount', ...twoSentences(problem.message));
      }
      if (text && (text.length < minReason || text.length > maxReason))
        voice.fail(
          'reason',
          `The explanation has ${text.length} characters.`,
          `Write ${minReason} to ${maxReason} characters.`,
        );
      if (!key) return;
      const read = readDays(key, null);
      if ('fault' in read) voice.fail('period', read.fault.reason, read.fault.fix);
      else if (values[payFrom] != null)
        voice.fail('payFrom', 'The row has a period and a day.', 'Leave one of the two blank.');
      else values[payFrom] = read.days.to;
    };
  },
};

/** What is wrong, and how to fix it, of a message that says both. */
function twoSentences(message: string): [reason: string, fix: string] {
  const end = message.indexOf('. ') + 1;
  return end === 0 ? [message, 'Correct the amount.'] : [message.slice(0, end), message.slice(end + 1)];
}
