import { isDecimal } from '../../base/decimal.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { messages } from './messages.ts';

/** The input of a task for display: single facts, lists as tables, nested records as parts. */
export type Material = {
  readonly facts: readonly Fact[];
  readonly tables: readonly MaterialTable[];
  readonly parts: readonly { readonly title: string; readonly material: Material }[];
};

/** One fact; a `figure` is right-aligned in tables, `place` links to an object of the workspace. */
export type Fact = {
  readonly label: string;
  readonly text: string;
  readonly figure: boolean;
  readonly place: Place | null;
};

/** An object of the workspace that a fact names by its id. */
export type Place = { readonly kind: 'plan' | 'calculation' | 'simulation' | 'run'; readonly id: string };

/** A list of records: its columns, the rows shown and the count of all. */
export type MaterialTable = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Fact[])[];
  readonly count: number;
};

const maxRows = 50;
const maxColumns = 8;
const maxDepth = 3;
const maxLetters = 2_000;
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const aMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const aDay = /^\d{4}-\d{2}-\d{2}$/;
const ofMoney = /(amount|paid|pay|total|savings|cost|expected|overpaid|underpaid|stake|price|bonus)$/i;
const named: Readonly<Record<string, Place['kind']>> = {
  plan: 'plan',
  planid: 'plan',
  calculation: 'calculation',
  calculationid: 'calculation',
  simulation: 'simulation',
  simulationid: 'simulation',
  workflowrunid: 'run',
};

/** The value for display; null if there is nothing to show. */
export function materialOf(value: unknown): Material | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value) || isRecord(value)) {
    const made = Array.isArray(value) ? partsOf({ '': value }, 0) : partsOf(value, 0);
    return made.facts.length + made.tables.length + made.parts.length === 0 ? null : made;
  }
  return { facts: [factOf(messages.material.value, value, null)], tables: [], parts: [] };
}

function partsOf(record: Readonly<Record<string, unknown>>, depth: number): Material {
  const currency = currencyOf(record);
  const facts: Fact[] = [];
  const tables: MaterialTable[] = [];
  const parts: { title: string; material: Material }[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (value === null || value === undefined || value === '') continue;
    if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) {
      tables.push(tableOf(name, value));
    } else if (isRecord(value) && depth < maxDepth) {
      const material = partsOf(value, depth + 1);
      if (material.facts.length + material.tables.length + material.parts.length > 0)
        parts.push({ title: labelOf(name), material });
    } else if (!(Array.isArray(value) && value.length === 0)) {
      facts.push(factOf(name, value, currency));
    }
  }
  return { facts, tables, parts };
}

function tableOf(name: string, rows: readonly Readonly<Record<string, unknown>>[]): MaterialTable {
  const names = [...new Set(rows.slice(0, maxRows).flatMap((row) => Object.keys(row)))]
    .filter((column) => rows.some((row) => row[column] !== null && row[column] !== undefined))
    .slice(0, maxColumns);
  return {
    title: labelOf(name),
    columns: names.map(labelOf),
    rows: rows
      .slice(0, maxRows)
      .map((row) => names.map((column) => factOf(column, row[column], currencyOf(row)))),
    count: rows.length,
  };
}

function factOf(name: string, value: unknown, currency: string | null): Fact {
  const label = labelOf(name);
  const fact = (text: string, figure = false): Fact => ({ label, text, figure, place: null });
  if (value === null || value === undefined) return fact('—');
  if (typeof value === 'boolean') return fact(value ? messages.material.yes : messages.material.no);
  if (typeof value === 'object') return fact(cut(listed(value)));
  const text = String(value);
  const kind = Object.hasOwn(named, name.toLowerCase()) ? named[name.toLowerCase()] : undefined;
  if (kind !== undefined && anId.test(text)) return { label, text, figure: false, place: { kind, id: text } };
  if (isDecimal(text) && !/(^id|Id|_id|[yY]ear|[vV]ersion|[cC]ode|[nN]umber)$/.test(name)) {
    const money = currency !== null && ofMoney.test(name);
    return fact(money ? formatMoney(text, { currency }) : formatDecimal(text), true);
  }
  if (aMoment.test(text)) return fact(formatMoment(text));
  return fact(aDay.test(text) ? formatDay(text) : cut(text));
}

function listed(value: object): string {
  const plain = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
  return plain ? value.map(String).join(', ') : JSON.stringify(value);
}

function cut(text: string): string {
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text;
}

function currencyOf(record: Readonly<Record<string, unknown>>): string | null {
  const { currency } = record;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null;
}

function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
  if (/^(url|id|json|csv|pdf)$/i.test(words)) return words.toUpperCase();
  return words === '' ? messages.material.list : words.charAt(0).toUpperCase() + words.slice(1);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
