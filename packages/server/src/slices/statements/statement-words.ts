import type { Statement } from '@attain/contract/payouts';
import { decimal } from '@attain/domain/base/decimal';
import { figure, money } from '@attain/domain/base/figures';
import { carriedWords, windowWords } from '@attain/domain/payouts/windows/window-words';
import type { Plan } from '@attain/domain/plans/plan';

/** A figure in the unit its component is measured in: money with its cents, counts and scores as they are. */
export function measured(plan: Plan, componentId: string, value: string): string {
  const measure = plan.components.find((component) => component.id === componentId)?.measure;
  const isMoney = measure?.unit === '$' && measure.of === 'amount';
  return isMoney ? money(decimal(value), plan.currency) : figure(decimal(value));
}

/** Notes of a line in a file besides its sentence: measured dates and carried pay. */
export function lineWords(line: Statement['lines'][number], plan: Plan): string[] {
  const { window } = line;
  const pay = (amount: string) => `${money(decimal(amount), line.currency)} ${line.currency}`;
  const writing = {
    day: (day: string) => day,
    money: pay,
    credit: (amount: string) => measured(plan, line.componentId, amount),
  };
  const spanned = window ? windowWords({ credited: line.credited, window }, writing) : [];
  return [...spanned, ...carriedWords(line.carried, pay)];
}
