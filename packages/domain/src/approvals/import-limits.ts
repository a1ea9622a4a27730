import { type Decimal, decimal, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';

/** What one person imports in a day without approval; null: as much as they want (APR-13). */
export interface ImportLimits {
  /** Records added, changed and removed. */
  readonly rows: number | null;
  /** In the workspace's currency. */
  readonly amount: string | null;
}

/** What an import stores. */
export interface ImportSize {
  readonly rows: number;
  /** By currency; null: not money. Without signs, so that a return doesn't make room for a sale. */
  readonly totals: readonly { readonly currency: string | null; readonly amount: string }[];
}

/** The most records that a limit can name. */
export const maxLimitRows = 100_000_000;

/** Everything that is wrong with limits (APR-13). */
export function importLimitProblems({ rows, amount }: ImportLimits): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, message: string) =>
    problems.push({ rule: 'APR-13', path: `importLimits.${field}`, message });
  if (rows !== null && !(Number.isInteger(rows) && rows >= 0 && rows <= maxLimitRows))
    add('rows', 'Enter a whole number of 0 or more.');
  if (amount !== null && !(isDecimal(amount) && decimal(amount).gte('0')))
    add('amount', 'Enter an amount of 0 or more.');
  return problems;
}

/** The amount of an import in the workspace's currency; null: it has money in another one, for which no rate is agreed. */
export function sizeInCurrency({ totals }: Pick<ImportSize, 'totals'>, currency: string): string | null {
  const money = totals.filter((one) => one.currency !== null);
  if (money.some((one) => one.currency !== currency)) return null;
  return money.reduce<Decimal>((sum, { amount }) => sum.plus(decimal(amount).abs()), decimal('0')).toString();
}

/** Which limit an import exceeds, with what the same person imported before it that day; null: none (APR-13). */
export function exceededLimit(
  limits: ImportLimits,
  given: { readonly size: ImportSize; readonly earlier: readonly ImportSize[]; readonly currency: string },
): 'rows' | 'amount' | null {
  const { size, earlier, currency } = given;
  if (size.rows === 0) return null;
  const all = [size, ...earlier];
  const rows = all.reduce((sum, one) => sum + one.rows, 0);
  if (limits.rows !== null && rows > limits.rows) return 'rows';
  if (limits.amount === null || size.totals.every((one) => one.currency === null)) return null;
  const amounts = all.map((one) => sizeInCurrency(one, currency));
  if (amounts[0] === null) return 'amount';
  const sum = amounts.reduce<Decimal>((total, amount) => total.plus(amount ?? '0'), decimal('0'));
  return sum.gt(limits.amount) ? 'amount' : null;
}
