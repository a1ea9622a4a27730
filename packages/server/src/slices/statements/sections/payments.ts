import type { PaymentDetail } from '@attain/contract/payments';
import { decimal } from '@attain/domain/base/decimal';
import { money } from '@attain/domain/base/figures';
import { ledgerSums, ledgerWords, openBalances } from '@attain/domain/payments/ledger-words';
import { exactMoneyInWords } from '../../../base/money-in-words.ts';
import { sentenceInWords } from '../../../base/sentence-in-words.ts';
import { ink, type Paper, type } from '../paper/paper.ts';
import { drawTable } from '../paper/table.ts';

/** One sentence on what is paid of the earnings, for the head of a statement. */
export function paymentSentence({ run, paid, currency, ledger }: PaymentDetail): string {
  const parts = ledgerSums(ledger).map(
    ({ label, amount }) => `${label} ${exactMoneyInWords(amount, currency)}`,
  );
  const verb = run.posted === null ? 'are to pay' : 'pay';
  const amount = exactMoneyInWords(paid.amount, paid.currency);
  return `The payments of ${run.period.key} ${verb} ${amount}: ${parts.join(', ')}.`;
}

/** How a statement was paid: every event between earned and paid with its sentence, what is paid, what stays open. */
export async function drawPayment(paper: Paper, payment: PaymentDetail): Promise<void> {
  const { currency, ledger, paid, run } = payment;
  paper.makeRoom(110);
  paper.paragraph('H2', `Payments of ${run.period.key}`, type.heading);
  paper.y += 2;
  if (run.posted === null) {
    const message = 'These payments are not approved and posted yet, so they can still change.';
    paper.paragraph('P', message, { ...type.body, color: ink.soft });
  }
  paper.y += 4;
  await drawTable(
    paper,
    [
      { name: 'Event', parts: 24 },
      { name: 'Why', parts: 60 },
      { name: `Amount (${currency})`, parts: 20, right: true },
    ],
    {
      rows: ledger.map(({ kind, message, amount }) => [
        ledgerWords[kind],
        sentenceInWords(message, currency),
        money(decimal(amount), currency),
      ]),
      sum: [
        run.paidAt === null ? 'To be paid' : 'Paid',
        paid.exchange ? sentenceInWords(paid.message, paid.currency) : '',
        exactMoneyInWords(paid.amount, paid.currency),
      ],
      title: `Payments of ${run.period.key}`,
    },
  );
  paper.y += 6;
  for (const { label, amount } of openBalances(payment.closing)) {
    paper.paragraph('P', `${label}: ${exactMoneyInWords(amount, currency)}.`, type.body);
  }
  paper.y += 16;
}
