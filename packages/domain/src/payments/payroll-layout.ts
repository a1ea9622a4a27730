import { decimal, sum, ZERO } from '../base/decimal.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';

/** What a column of a payroll file can hold. */
export const payrollFields = [
  'participant-id',
  'name',
  'email',
  'amount',
  'currency',
  'period',
  'first-day',
  'last-day',
  'reference',
  'text',
] as const;
export type PayrollField = (typeof payrollFields)[number];

export const separators = ['comma', 'semicolon', 'tab'] as const;
export const decimalSigns = ['point', 'comma'] as const;
export const dayFormats = ['year-first', 'month-first', 'day-first'] as const;

/** The most columns of a layout. */
export const MAX_COLUMNS = 40;

/** How one payroll system wants its file (PAYM-29). */
export interface PayrollLayout {
  readonly name: string;
  readonly columns: readonly PayrollColumn[];
  readonly separator: (typeof separators)[number];
  readonly decimalSign: (typeof decimalSigns)[number];
  readonly days: (typeof dayFormats)[number];
  readonly hasHeaders: boolean;
  /** Payments of zero are left out. */
  readonly skipsZero: boolean;
  /** The currency whose payments it takes; null: all. */
  readonly currency: string | null;
}

export interface PayrollColumn {
  readonly header: string;
  readonly field: PayrollField;
  /** The same text in each row; of `text` only. */
  readonly text: string;
}

/** A payment as payroll needs it. */
export interface PayrollPayment {
  readonly participantId: string;
  readonly name: string;
  readonly email: string | null;
  readonly currency: string;
  readonly amount: string;
}

/** The payments of a run, with its totals by currency; totals null: some of the payments, as a preview. */
export interface PayrollRun {
  readonly period: { readonly key: string; readonly from: string; readonly to: string };
  readonly version: number;
  readonly payments: readonly PayrollPayment[];
  readonly totals: Readonly<Record<string, string>> | null;
}

const rule = 'PAYM-29';

/** What is wrong with a layout: a file that names no payee or no amount, or headers that repeat or run as formulas (PAYM-29). */
export function layoutProblems({ columns, hasHeaders, currency }: PayrollLayout): Problem[] {
  const has = (...fields: readonly PayrollField[]) => columns.some(({ field }) => fields.includes(field));
  const problem = (path: string, message: string): Problem => ({ rule, path, message });
  const problems: Problem[] = [];
  if (!has('participant-id', 'email'))
    problems.push(
      problem('columns', 'Add a column with the participant ID or the email: payroll must know who is paid.'),
    );
  if (columns.filter(({ field }) => field === 'amount').length !== 1)
    problems.push(problem('columns', 'Add exactly one column with the amount.'));
  if (currency === null && !has('currency'))
    problems.push(problem('columns', 'Add a column with the currency, or choose one currency for the file.'));
  const seen = new Set<string>();
  for (const [at, { header, text }] of columns.entries()) {
    const path = `columns[${at}].header`;
    if (runsAsFormula(text)) problems.push(problem(`columns[${at}].text`, formulaMessage(text)));
    if (!hasHeaders) continue;
    if (header === '') problems.push(problem(path, 'Enter a header.'));
    else if (runsAsFormula(header)) problems.push(problem(path, formulaMessage(header)));
    else if (seen.has(header)) problems.push(problem(path, `The header “${header}” is used twice.`));
    seen.add(header);
  }
  return problems;
}

/**
 * The rows of a payroll file, headers first if the layout has them. Rejected if payroll would not know a payee (PAYM-29), or
 * if the amounts of the file don't add up to what the run pays in a currency (PAYM-30).
 */
export function payrollRows(layout: PayrollLayout, run: PayrollRun): Result<string[][]> {
  const taken = run.payments.filter(
    ({ currency }) => layout.currency === null || currency === layout.currency,
  );
  const written = taken.filter(({ amount }) => !layout.skipsZero || !decimal(amount).eq(ZERO));
  const { totals } = run;
  const problems =
    totals === null ? [] : [...unclearPayees(layout, written), ...wrongTotals(layout, totals, written)];
  if (problems.length > 0) return rejected(problems);
  const rows = written.map((one) => layout.columns.map((column) => cellOf(column, one, { layout, run })));
  return ok(layout.hasHeaders ? [layout.columns.map(({ header }) => header), ...rows] : rows);
}

/** Whether spreadsheets run a text as a formula; escaped, it would be another one. */
const runsAsFormula = (text: string) => /^[=+\-@]/.test(text);
const formulaMessage = (text: string) =>
  `“${text}” begins with a sign that spreadsheets run as a formula. Begin it with a letter or a digit.`;

/** Payees that payroll would not find, or take for another one, by the columns that name them. */
function unclearPayees({ columns }: PayrollLayout, written: readonly PayrollPayment[]): Problem[] {
  const has = (field: PayrollField) => columns.some((column) => column.field === field);
  const payees = new Map(written.map((one) => [one.participantId, one]));
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { participantId, name, email } of payees.values()) {
    const problem = (message: string) => problems.push({ rule, path: participantId, message });
    if (has('participant-id') && runsAsFormula(participantId)) problem(formulaMessage(participantId));
    if (!has('email')) continue;
    const owner = owners.get(email?.toLowerCase() ?? '');
    if (email === null)
      problem(`${name} (${participantId}) has no email. Import it, or use the participant ID instead.`);
    else if (owner !== undefined)
      problem(
        `${name} (${participantId}) has the email of ${owner}. Correct it, or use the participant ID instead.`,
      );
    else if (runsAsFormula(email)) problem(formulaMessage(email));
    else owners.set(email.toLowerCase(), `${name} (${participantId})`);
  }
  return problems;
}

function wrongTotals(
  { currency: only }: PayrollLayout,
  totals: Readonly<Record<string, string>>,
  written: readonly PayrollPayment[],
): Problem[] {
  if (only !== null && totals[only] === undefined)
    return [{ rule: 'PAYM-30', path: only, message: `This payment run has no payments in ${only}.` }];
  const currencies = new Set([...Object.keys(totals), ...written.map(({ currency }) => currency)]);
  return [...currencies]
    .filter((currency) => only === null || currency === only)
    .flatMap((currency) => {
      const inFile = sum(
        written.filter((one) => one.currency === currency).map(({ amount }) => decimal(amount)),
      );
      const paid = decimal(totals[currency] ?? '0');
      if (inFile.eq(paid)) return [];
      const message = `The file would pay ${inFile.toFixed()} ${currency}, the payment run pays ${paid.toFixed()} ${currency}. No file was written.`;
      return [{ rule: 'PAYM-30', path: currency, message }];
    });
}

function cellOf(
  { field, text }: PayrollColumn,
  payment: PayrollPayment,
  { layout, run }: { layout: PayrollLayout; run: PayrollRun },
): string {
  const { period, version } = run;
  switch (field) {
    case 'participant-id':
      return payment.participantId;
    case 'name':
      return payment.name;
    case 'email':
      return payment.email ?? '';
    case 'amount':
      return layout.decimalSign === 'comma' ? payment.amount.replace('.', ',') : payment.amount;
    case 'currency':
      return payment.currency;
    case 'period':
      return period.key;
    case 'first-day':
      return dayText(period.from, layout.days);
    case 'last-day':
      return dayText(period.to, layout.days);
    case 'reference':
      return `${period.key}-v${version}`;
    case 'text':
      return text;
  }
}

function dayText(day: string, format: PayrollLayout['days']): string {
  const [year, month, date] = day.split('-');
  if (format === 'month-first') return `${month}/${date}/${year}`;
  return format === 'day-first' ? `${date}.${month}.${year}` : day;
}
