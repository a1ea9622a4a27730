import { type Decimal, decimal } from '../base/decimal.ts';
import { figure, moneyIn } from '../base/figures.ts';

/** What an execution of a connector brought. */
export interface Brought {
  readonly rows: number;
  readonly totals: readonly {
    readonly unit: string;
    readonly currency: string | null;
    readonly amount: string;
  }[];
}

/** The same with everything that a person has to look at. */
export interface Checked extends Brought {
  /** Rows with errors that stop the import. */
  readonly errors: number;
  /** Rows with errors that the connector skips. */
  readonly skipped: number;
  readonly warnings: number;
  readonly unknownPeople: number;
}

/** How many earlier executions an execution is compared with. */
export const COMPARED = 8;
/** How far it may be from their median. */
const TOLERANCE = '0.3';

/** Why what a connector brought waits for a person; none: it may be stored (CONN-17). `earlier` is newest first. */
export function reasonsToHold(now: Checked, earlier: readonly Brought[]): string[] {
  const reasons: string[] = [];
  const count = (of: number, one: string, more: string) => `${of} ${of === 1 ? one : more}.`;
  if (now.errors > 0) reasons.push(count(now.errors, 'row has errors', 'rows have errors'));
  if (decimal(String(now.skipped)).gt(decimal(String(now.rows)).times(TOLERANCE)))
    reasons.push(`${now.skipped} of ${now.rows} rows have errors.`);
  if (now.unknownPeople > 0) reasons.push(count(now.unknownPeople, 'name is unknown', 'names are unknown'));
  if (now.warnings > 0) reasons.push(count(now.warnings, 'row has a warning', 'rows have warnings'));
  const compared = earlier.slice(0, COMPARED);
  if (compared.length === 0) {
    reasons.push('This is the first execution, so there is nothing to compare it with.');
    return reasons;
  }
  const usualRows = median(compared.map(({ rows }) => decimal(String(rows))));
  if (!isUsual(decimal(String(now.rows)), usualRows))
    reasons.push(`${figure(decimal(String(now.rows)))} rows instead of the usual ${figure(usualRows)}.`);
  const all = [now, ...compared].flatMap(({ totals }) => totals);
  for (const key of [...new Set(all.map(keyOf))].sort()) {
    const isMoney = all.some(({ currency }) => currency === key);
    const shown = (of: Decimal) => (isMoney ? moneyIn(of, key) : `${figure(of)} ${key}`);
    const amount = amountOf(now, key);
    const usual = median(compared.map((one) => amountOf(one, key)));
    if (!isUsual(amount, usual))
      reasons.push(`A total of ${shown(amount)} instead of the usual ${shown(usual)}.`);
  }
  return reasons;
}

type Total = Brought['totals'][number];

const keyOf = ({ unit, currency }: Total) => currency ?? unit;

function amountOf({ totals }: Brought, key: string): Decimal {
  return totals
    .filter((one) => keyOf(one) === key)
    .reduce<Decimal>((sum, { amount }) => sum.plus(decimal(amount)), decimal('0'));
}

function isUsual(value: Decimal, usual: Decimal): boolean {
  return value.minus(usual).abs().lte(usual.abs().times(TOLERANCE));
}

/** The middle one, or the mean of the two in the middle. */
function median(values: readonly Decimal[]): Decimal {
  const sorted = [...values].sort((a, b) => a.cmp(b));
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return (low ?? decimal('0')).plus(high ?? decimal('0')).times('0.5');
}
