import type { Statement } from '@attain/contract/payouts';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { decimal } from '@attain/domain/base/decimal';
import { figure } from '@attain/domain/base/figures';
import { carriedWords, windowWords } from '@attain/domain/payouts/windows/window-words';
import type { Plan } from '@attain/domain/plans/plan';
import { exactMoneyInWords } from '../../base/money-in-words.ts';

/** A figure in the unit its component is measured in: money with its currency, counts and scores as they are. */
export function measured(plan: Plan, componentId: string, value: string): string {
  const measure = plan.components.find((component) => component.id === componentId)?.measure;
  const isMoney = measure?.unit === '$' && measure.of === 'amount';
  return isMoney ? exactMoneyInWords(value, plan.currency) : figure(decimal(value));
}

/** Notes of a line in a file besides its sentence: measured dates and carried pay. */
export function lineWords(line: Statement['lines'][number], plan: Plan): string[] {
  const { window } = line;
  const pay = (amount: string) => exactMoneyInWords(amount, line.currency);
  const writing = {
    day: dayInWords,
    money: pay,
    credit: (amount: string) => measured(plan, line.componentId, amount),
  };
  const spanned = window ? windowWords({ credited: line.credited, window }, writing) : [];
  return [...spanned, ...carriedWords(line.carried, pay)];
}

/** Payment status of a statement, as on screen. */
export const statusWords = {
  calculated: 'Calculated (preliminary)',
  approved: 'Approved',
  posted: 'Posted',
  paid: 'Paid',
} as const satisfies Record<Statement['status'], string>;
