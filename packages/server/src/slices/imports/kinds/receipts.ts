import { decimal, ZERO } from '@attain/domain/base/decimal';
import { minorDigits } from '@attain/domain/base/money';
import type { Kind } from './kind.ts';

/** What customers paid for deals (PAYM-32). */
export const receipts: Kind = {
  name: 'receipts',
  label: 'Customer payments',
  stored: ['id', 'deal', 'date', 'amount', 'currency'],
  key: ['id'],
  total: { amount: 'amount', unit: null, currency: 'currency' },
  days: null,
  fields: [
    {
      field: 'id',
      label: 'Payment ID',
      required: true,
      type: 'id',
      describe: "The source system's own ID, unique in the file; the same ID later corrects the payment.",
      hints: ['receiptid', 'paymentid', 'receipt', 'receiptnumber', 'paymentnumber', 'transactionid', 'id'],
      mayBe: ['payment', 'reference'],
    },
    {
      field: 'deal',
      label: 'Deal',
      required: true,
      type: 'id',
      describe: 'ID of the deal that is paid.',
      hints: ['deal', 'dealid', 'opportunityid', 'opportunity', 'orderid', 'order', 'contractid'],
      mayBe: ['invoice', 'invoiceid'],
    },
    {
      field: 'date',
      label: 'Received on',
      required: true,
      type: 'date',
      describe: 'Day on which the money was received; payments of its period release pay.',
      hints: ['receivedon', 'paidon', 'receiptdate', 'paymentdate', 'datepaid', 'datereceived', 'date'],
    },
    {
      field: 'amount',
      label: 'Amount',
      required: true,
      type: 'number',
      describe: 'For example 5000.00; below zero: a refund.',
      hints: [
        'amount',
        'amountpaid',
        'paidamount',
        'amountreceived',
        'receiptamount',
        'paymentamount',
        'value',
      ],
    },
    {
      field: 'currency',
      label: 'Currency',
      required: true,
      type: 'currency',
      describe: 'Currency of the payment, which is that of the deal.',
      hints: ['currency', 'currencycode', 'ccy'],
    },
  ],
  finish(at) {
    const [amountAt, currencyAt] = [at('amount'), at('currency')];
    return (values, voice) => {
      const [amount, currency] = [values[amountAt], values[currencyAt]];
      if (!amount || !currency) return;
      const digits = minorDigits(currency);
      if (decimal(amount).eq(ZERO))
        voice.fail('amount', 'The payment is zero.', 'Remove the row, or enter the amount.');
      else if (!decimal(amount).round(digits, 0).eq(decimal(amount)))
        voice.fail(
          'amount',
          `${amount} has more decimals than ${currency} allows.`,
          `Use at most ${digits} decimals.`,
        );
    };
  },
};
