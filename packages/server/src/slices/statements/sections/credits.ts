import type { PayoutCredit, Statement } from '@attain/contract/payouts';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { counted, figure, money } from '@attain/domain/base/figures';
import { creditWords } from '@attain/domain/crediting/credit-words';
import { exactMoneyInWords } from '../../../base/money-in-words.ts';
import { sentenceInWords } from '../../../base/sentence-in-words.ts';
import type { FullStatement } from '../load-statement.ts';
import type { Paper } from '../paper/paper.ts';
import { drawTable } from '../paper/table.ts';
import { measured } from '../statement-words.ts';

/** The deals of a line with their sums; the reason is shown if a credit is not simply the participant's own deal. */
export async function drawCredits(
  paper: Paper,
  line: Statement['lines'][number],
  full: FullStatement,
): Promise<void> {
  const credits = full.credits.get(line.componentId) ?? [];
  if (credits.length === 0) return;
  const { plan } = full.inputs;
  const withReasons = credits.some(({ role, factor }) => role !== 'direct' || factor !== null);
  const total = (values: readonly string[]) => sum(values.map((value) => decimal(value)));
  const columns = [
    { name: 'Date', parts: 14 },
    { name: 'Deal', parts: 19 },
    { name: 'Customer, product', parts: withReasons ? 20 : 30 },
    ...(withReasons ? [{ name: 'Why it counts', parts: 18 }] : []),
    { name: 'Amount', parts: 18, right: true },
    { name: 'Credited', parts: 15, right: true },
    { name: `Earned (${line.currency})`, parts: 16, right: true },
  ];
  const rows = credits.map((credit) => [
    dayInWords(credit.date),
    credit.dealId,
    [credit.deal?.customer, credit.deal?.product].filter((part) => part).join(', '),
    ...(withReasons ? [sentenceInWords(creditWords(credit), line.currency)] : []),
    amountText(credit),
    measured(plan, line.componentId, credit.credited),
    money(decimal(credit.earned), line.currency),
  ]);
  const credited = measured(plan, line.componentId, plain(total(credits.map((credit) => credit.credited))));
  const earned = money(total(credits.map((credit) => credit.earned)), line.currency);
  const between = Array.from({ length: columns.length - 3 }, () => '');
  await drawTable(paper, columns, {
    rows,
    sum: [counted(credits.length, 'credit'), ...between, credited, earned],
    title: `${line.componentName}: credits`,
  });
}

function amountText({ deal, exchange }: PayoutCredit): string {
  if (!deal) return '';
  const { currency } = deal;
  const amount = currency
    ? exactMoneyInWords(deal.amount, currency)
    : figure(decimal(deal.amount), deal.amount.includes('.') ? 2 : 0);
  return exchange ? `${amount} × ${exchange.rate}` : amount;
}
