import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Mapping } from '@attain/contract/imports';
import type { Deal, ExchangeRate, Split } from '@attain/domain/crediting/deal';
import type { Plan } from '@attain/domain/plans/plan';
import type {
  Enrolment,
  Leave,
  Participant,
  PayTerm,
  Quota,
  Ramp,
  ReportingLine,
} from '@attain/domain/quotas/participant';
import type { RowProblem } from '../slices/imports/checking/row-problem.ts';
import { ruleOf } from '../slices/imports/checking/rule-of.ts';
import type { FileKind } from '../slices/imports/kinds/kind.ts';
import { checkMapping } from '../slices/imports/mapping.ts';
import { mappingQuestions, proposeMapping } from '../slices/imports/propose-mapping.ts';
import { DEFAULT_LIMITS } from '../slices/imports/reading/limits.ts';
import { previewFile, readRows, type TypedRow, typedRows } from '../slices/imports/reading/read-rows.ts';
import { UnreadableFile } from '../slices/imports/reading/unreadable-file.ts';
import { CommandFailed, exitCodes, log } from './command.ts';

/** A problem of an input file, with the file. `line` is null where it is about the file as a whole. */
export interface FileProblem extends Omit<RowProblem, 'line'> {
  readonly file: string;
  readonly line: number | null;
  /** Number of the rule it breaks, as in RULES.md; null where the file itself cannot be read. */
  readonly rule: string | null;
}

/** The good rows of a file, and everything that is wrong with the others. */
export interface FileRecords {
  readonly rows: readonly TypedRow[];
  readonly problems: readonly FileProblem[];
}

/** How a file is to be read. `mapping` overrides what is proposed from its headers; `currency` fills in for money. */
export interface ReadFile {
  readonly kind: FileKind;
  readonly path: string;
  readonly currency: string;
  /** By whose calendar periods are read. */
  readonly plan: Pick<Plan, 'name' | 'calendar'>;
  readonly mapping: Partial<Mapping> | undefined;
}

/** Reads a file as an import would: same formats, same mapping proposal, same checks of every row. */
export async function readRecords(wanted: ReadFile): Promise<FileRecords> {
  const { kind, path, currency } = wanted;
  const fileName = basename(path);
  await mustBeThere(path);
  try {
    const preview = await previewFile({ path, fileName, limits: DEFAULT_LIMITS });
    const proposed = proposeMapping(kind, preview, currency);
    const mapping: Mapping = {
      ...proposed,
      ...wanted.mapping,
      fields: { ...proposed.fields, ...wanted.mapping?.fields },
    };
    const wrong = checkMapping(kind, mapping, preview.headers);
    if (wrong.length > 0) {
      for (const question of mappingQuestions(kind, preview, mapping)) log(`${path}: ${question}`);
      return { rows: [], problems: wrong.map((problem) => aboutFile(path, problem.path, problem.message)) };
    }
    log(`${path}: ${kind}, ${mappingText(mapping, preview.headers)}`);
    const rows: TypedRow[] = [];
    const problems: FileProblem[] = [];
    const today = new Date().toISOString().slice(0, 10);
    const calendars = [{ planName: wanted.plan.name, calendar: wanted.plan.calendar }];
    const job = { path, fileName, kind, mapping, limits: DEFAULT_LIMITS, today, calendars };
    for await (const batch of readRows(job)) {
      for (const row of typedRows(kind, batch)) rows.push(row);
      for (const problem of batch.problems)
        problems.push({ file: path, ...problem, rule: ruleOf(kind, problem.field) });
    }
    return { rows, problems };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { rows: [], problems: [aboutFile(path, null, error.message)] };
  }
}

/** Reads `--mapping`: for each kind of file what differs from the proposed mapping, as the import screen shows it. */
export function readMappings(text: string): Partial<Record<FileKind, Partial<Mapping>>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CommandFailed('The mapping file is not JSON.', exitCodes.badInput);
  }
  const entries = Object.entries((json ?? {}) as Record<string, unknown>).map(([kind, mapping]) => {
    const read = Mapping.partial().safeParse(mapping);
    if (read.success) return [kind, read.data];
    const first = read.error.issues[0];
    throw new CommandFailed(
      `The mapping of ${kind} has errors: ${first?.path.join('.')}: ${first?.message}`,
      exitCodes.badInput,
    );
  });
  return Object.fromEntries(entries);
}

/** A row of a payee file as the engine takes it. */
export function asParticipant({ values }: TypedRow): Participant {
  return {
    id: values.id ?? '',
    name: values.name ?? values.id ?? '',
    hiredOn: values.hiredOn ?? null,
    leftOn: values.leftOn ?? null,
    targetVariableAnnual: values.targetVariableAnnual ?? null,
    commissionRatePercent: values.commissionRatePercent ?? null,
  };
}

/** A row of a quota file as the engine takes it. */
export function asQuota({ values }: TypedRow): Quota {
  return {
    participantId: values.participant ?? '',
    componentId: values.component || null,
    unit: (values.unit ?? '$') as Quota['unit'],
    from: values.from ?? '',
    to: values.to ?? '',
    amount: values.amount ?? '0',
    ...(values.currency && { currency: values.currency }),
  };
}

/** A row of a deal file as the engine takes it. */
export function asDeal({ values }: TypedRow): Deal {
  const unit = (values.unit ?? '$') as Deal['unit'];
  const { overlays, approvedOn, termMonths, reverses } = values;
  const ownFields = keptFields(values.ownFields ?? null);
  const splits = (values.splits ? JSON.parse(values.splits) : []) as Split[];
  return {
    id: values.id ?? '',
    date: values.date ?? '',
    amount: values.amount ?? '0',
    unit,
    currency: unit === '$' ? (values.currency ?? null) : null,
    participantId: values.participant ?? splits[0]?.participantId ?? '',
    splits,
    kind: values.kind ?? 'sale',
    product: values.product ?? null,
    territory: values.territory ?? null,
    customer: values.customer ?? null,
    ...(overlays && { overlays: JSON.parse(overlays) as Split[] }),
    ...(approvedOn && { approvedOn }),
    ...(termMonths && { termMonths: Number(termMonths) }),
    ...(reverses && { reversesId: reverses }),
    ...(ownFields !== null && { ownFields }),
  };
}

/** The own fields of a row that are not empty; null: none. */
function keptFields(text: string | null): Deal['ownFields'] | null {
  if (text === null) return null;
  const kept = Object.entries(JSON.parse(text) as Record<string, string | null>).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** A row of a file of exchange rates as the engine takes it. */
export function asRate({ values }: TypedRow): ExchangeRate {
  return {
    from: values.from ?? '',
    to: values.to ?? '',
    date: values.date ?? '',
    rate: values.rate ?? '0',
    source: values.source ?? 'import',
  };
}

/** A row of a file of reporting lines as the engine takes it. */
export function asReportingLine({ values }: TypedRow): ReportingLine {
  const { participant = '', manager = '', from = '', to } = values;
  return { participantId: participant ?? '', managerId: manager ?? '', from: from ?? '', to: to ?? null };
}

/** A row of a file of assignments as the engine takes it. */
export function asEnrolment({ values }: TypedRow): Enrolment {
  return { participantId: values.participant ?? '', from: values.from ?? '', to: values.to ?? null };
}

/** A row of a file of leaves as the engine takes it. */
export function asLeave({ values }: TypedRow): Leave {
  return { participantId: values.participant ?? '', from: values.from ?? '', to: values.to ?? '' };
}

/** A row of a file of ramps as the engine takes it. */
export function asRamp(row: TypedRow): Ramp {
  const { quotaPercent, targetPercent } = row.values;
  return { ...asLeave(row), quotaPercent: quotaPercent ?? '100', targetPercent: targetPercent ?? '100' };
}

/** A row of a file of pay terms as the engine takes it. */
export function asPayTerm({ values }: TypedRow, planCurrency: string | undefined): PayTerm {
  const { currency } = values;
  return {
    participantId: values.participant ?? '',
    from: values.from ?? '',
    to: values.to ?? null,
    targetVariableAnnual: values.targetVariableAnnual ?? null,
    commissionRatePercent: values.commissionRatePercent ?? null,
    ...(currency && currency !== planCurrency && { currency }),
  };
}

/** A problem as one line for a terminal: `deals.csv:17: Amount "12,5x": … (BASE-1)`. */
export function problemText(problem: FileProblem): string {
  const { file, line, column, value, severity, reason, fix, rule } = problem;
  const place = line === null ? file : `${file}:${line}`;
  const cell = [column, value === null ? null : JSON.stringify(value)]
    .filter((part) => part !== null)
    .join(' ');
  const mark = severity === 'warning' ? 'warning: ' : '';
  return `${place}: ${mark}${cell ? `${cell}: ` : ''}${reason}${fix ? ` ${fix}` : ''}${rule === null ? '' : ` (${rule})`}`;
}

function aboutFile(file: string, field: string | null, reason: string): FileProblem {
  return {
    file,
    line: null,
    column: null,
    field,
    value: null,
    severity: 'error',
    reason,
    fix: '',
    rule: null,
  };
}

async function mustBeThere(path: string): Promise<void> {
  const stream = createReadStream(path, { start: 0, end: 0 });
  for await (const _ of stream);
}

function mappingText(mapping: Mapping, headers: readonly string[]): string {
  return Object.entries(mapping.fields)
    .map(([field, source]) =>
      'constant' in source
        ? `${field} = "${source.constant}"`
        : 'expression' in source
          ? `${field} = ${source.expression}`
          : `${field} ← ${source.columns.map((column) => headers[column]).join(' + ')}`,
    )
    .concat((mapping.ownFields ?? []).map(({ name, column }) => `own:${name} ← ${headers[column]}`))
    .join(', ');
}
