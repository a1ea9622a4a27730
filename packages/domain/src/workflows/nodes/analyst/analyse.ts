import { isObject, type JsonValue } from '../../json-value.ts';
import { findInTable } from './find-in-table.ts';
import type { AnalystFinding, Evidence } from './finding.ts';
import { type Question, readQuestion } from './question.ts';
import { type Context, MAX_ROWS, readContext } from './read-context.ts';

/** What the analyst says, with what each sentence rests on. */
export interface AnalystAnswer {
  readonly text: string;
  /** False when the question is none that counting and computing can answer. */
  readonly answered: boolean;
  readonly findings: readonly AnalystFinding[];
}

const MAX_SENTENCES = 25;
const CAN =
  'It can count rows, add, compare, group (“by region”), and find values that are outliers, missing, repeated or marked as wrong.';

/**
 * The built-in analyst (AN-1 … AN-10): counts and computes over what came in, by rules alone, and says so. It knows nothing
 * else, judges nothing and asks nobody; the same question over the same input has the same answer.
 */
export function analyse(question: string, given: JsonValue): AnalystAnswer {
  const context = readContext(given);
  const asked = readQuestion(question, fieldsOf(context));
  const all = [
    ...faultsIn(given),
    ...valuesOf(context, asked),
    ...context.tables.flatMap((table) => findInTable(table, asked.groupBy)),
  ];
  const fitting = all.filter((finding) => fits(finding, asked));
  const answered = asked.everything || fitting.length > 0;
  const findings = (answered && fitting.length > 0 ? fitting : all).slice(0, MAX_SENTENCES);
  const text = [
    'Offline analyst: computed from the input by rules, without a language model.',
    ...(answered ? [] : [`It can’t answer this question. ${CAN} Input:`]),
    ...findings.map(({ message }) => `- ${message}`),
    ...(findings.length === 0 ? ['The input has nothing to count or compute.'] : []),
    ...(context.cut
      ? [`The input is larger than it can read (${MAX_ROWS} rows of a list); the rest was skipped.`]
      : []),
  ];
  return { text: text.join('\n'), answered, findings };
}

function fieldsOf({ tables, singles }: Context): readonly string[] {
  const columns = tables.flatMap((table) => [...table.columns.keys()]);
  return [...new Set([...columns, ...singles.map(({ path }) => lastName(path))])];
}

/** Kinds must be asked for; fields narrow, where any are named. A total by region narrows to what is grouped. */
function fits({ kind, field }: AnalystFinding, { kinds, everything, fields, groupBy }: Question): boolean {
  if (everything && kinds.size === 0) return kind !== 'value';
  if (kind === 'value' || kind === 'fault') return kinds.has(kind);
  if (groupBy !== null && kind === 'total') return false;
  const wanted = everything || kinds.has(kind);
  const narrow = [...fields].filter((name) => name !== groupBy);
  return wanted && (narrow.length === 0 || field === '' || narrow.includes(field));
}

/** Single values that the question names (AN-10). */
function valuesOf({ singles }: Context, { fields }: Question): readonly AnalystFinding[] {
  return singles
    .filter(({ path }) => fields.has(lastName(path)))
    .map((one) => ({
      kind: 'value' as const,
      rule: 'AN-10',
      field: lastName(one.path),
      message: `${one.path} is ${JSON.stringify(one.value)}.`,
      evidence: [one],
    }));
}

const BAD = ['valid', 'ok', 'success', 'approved', 'passed'];
const REPORTED = ['error', 'errors', 'problems', 'faults'];

/** What says of itself that something is wrong (AN-9): `valid: false`, an error, a list of problems. */
function faultsIn(given: JsonValue): readonly AnalystFinding[] {
  const found: Evidence[] = [];
  const look = (value: JsonValue, path: string, depth: number): void => {
    if (found.length >= MAX_SENTENCES || depth > 6) return;
    if (Array.isArray(value)) {
      for (const [at, one] of value.slice(0, MAX_ROWS).entries()) look(one, `${path}[${at}]`, depth + 1);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const here = path === '' ? key : `${path}.${key}`;
      const bad = BAD.includes(key.toLowerCase()) && inner === false;
      const reported = REPORTED.includes(key.toLowerCase()) && isText(inner);
      if (bad || reported)
        found.push({ path: here, value: reported && typeof inner === 'object' ? shortened(inner) : inner });
      else look(inner, here, depth + 1);
    }
  };
  look(given, '', 0);
  return found.map((one) => ({
    kind: 'fault' as const,
    rule: 'AN-9',
    field: '',
    message: `${one.path} reports an error: ${JSON.stringify(one.value)}.`,
    evidence: [one],
  }));
}

function isText(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : value !== null && value !== '' && value !== false;
}

function shortened(value: JsonValue): JsonValue {
  const text = JSON.stringify(value);
  return text.length <= 300 ? value : `${text.slice(0, 300)}…`;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
