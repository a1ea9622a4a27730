import { z } from 'zod';
import { Day, endpoint, Moment, PageInput, pageOf } from './base.ts';
import { PayDifference } from './recalculations.ts';

/** What can be imported. */
export const importKinds = [
  'deals',
  'participants',
  'quotas',
  'territories',
  'reporting-lines',
  'leaves',
  'ramps',
  'payment-limits',
  'exchange-rates',
  'plan-components',
] as const;
/** One of the kinds of records a file may hold. */
export const ImportKind = z.enum(importKinds);
/** uploaded → checking → checked → committing → committed; cancelled and failed end it early. */
export const ImportStatus = z.enum([
  'uploaded',
  'checking',
  'checked',
  'committing',
  'committed',
  'cancelled',
  'failed',
]);

/** How columns of the file become fields: `columns` count from 0 (several are joined with "-", in text with a space), or one constant for all rows. */
export const FieldMapping = z.union([
  z.object({
    columns: z.array(z.number().int().min(0)).min(1),
    as: z.enum(['percent', 'fraction']).optional(),
  }),
  z.object({ constant: z.string() }),
]);
/** A column of the file that is kept with the deals under a name of the customer's own. */
export const OwnFieldMapping = z.object({
  name: z.string().describe('Begins with a letter, at most 60 characters; no name that deals have already'),
  column: z.number().int().min(0),
  type: z.enum(['text', 'number', 'date']).default('text').describe('How its cells are read'),
});
/** How a file is read: header, decimal sign, order of day and month, and which column is which field. */
export const Mapping = z.object({
  header: z.boolean(),
  delimiter: z.string().optional(),
  sheet: z.string().optional(),
  decimal: z.enum(['.', ',']),
  date: z.enum(['iso', 'dmy', 'mdy']),
  fields: z.record(z.string(), FieldMapping),
  ownFields: z.array(OwnFieldMapping).optional().describe('Of deals, at most 20'),
});
export type Mapping = z.infer<typeof Mapping>;

/** A field that a kind of import knows, in words for the mapping screen. */
export const ImportField = z.object({
  field: z.string(),
  label: z.string(),
  required: z.boolean(),
  type: z.string(),
  describe: z.string(),
});

/** What a file turned out to be, and its first rows. */
export const Preview = z.object({
  format: z.string(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  sheets: z.array(z.string()),
  headers: z.array(z.string()),
  hasHeader: z.boolean(),
  rows: z.array(z.array(z.string())),
  warnings: z.array(z.string()),
});
export type Preview = z.infer<typeof Preview>;

/** The outcome of a dry run: counts, totals by unit and currency, dates, a sample, and what would become stale. */
export const ImportSummary = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  badRows: z.number().int(),
  warnings: z.number().int(),
  from: Day.nullable(),
  to: Day.nullable(),
  totals: z.array(
    z.object({
      unit: z.string(),
      currency: z.string().nullable(),
      amount: z.string(),
      rows: z.number().int(),
    }),
  ),
  sample: z.array(z.record(z.string(), z.string().nullable())),
  stale: z
    .array(
      z.object({ runId: z.uuid(), planName: z.string(), periodKey: z.string(), version: z.number().int() }),
    )
    .describe('Calculations this import makes stale'),
  pay: z
    .object({
      note: z.string().nullable().describe('What is not shown, and where it will be seen'),
      runs: z.array(
        z.object({
          ...{ runId: z.uuid(), planName: z.string(), periodKey: z.string(), version: z.number().int() },
          rejected: z.string().nullable().describe('Why it could not be paid with these records'),
          difference: PayDifference.nullable(),
        }),
      ),
    })
    .optional()
    .describe('What storing it would change in pay; left out where it makes nothing stale or rows are bad'),
});
export type ImportSummary = z.infer<typeof ImportSummary>;

/** One uploaded file and how far it has come. */
export const Import = z.object({
  id: z.uuid(),
  kind: ImportKind,
  planId: z.uuid().nullable(),
  fileName: z.string(),
  contentHash: z.string(),
  byteCount: z.number().int(),
  status: ImportStatus,
  problemCount: z.number().int(),
  progress: z.object({
    done: z.number().int(),
    total: z.number().int().nullable(),
    estimated: z.boolean().describe('The total is an estimate: the file is being read'),
  }),
  error: z.string().nullable(),
  /** An earlier import of the same bytes that is already stored; with the same mapping committing this one would change nothing. */
  sameAs: z
    .object({ id: z.uuid(), fileName: z.string(), committedAt: Moment, sameMapping: z.boolean() })
    .nullable(),
  createdBy: z.string(),
  createdAt: Moment,
  committedAt: Moment.nullable(),
});
export type Import = z.infer<typeof Import>;

/** An import with everything its screen needs. */
export const ImportDetail = Import.extend({
  preview: Preview.nullable(),
  mapping: Mapping.nullable(),
  mappingOf: z
    .object({ id: z.uuid(), fileName: z.string(), committedAt: Moment })
    .nullable()
    .describe('The stored import with the same headers whose mapping was applied; null: it was proposed'),
  proposed: Mapping.nullable().describe('The mapping that is proposed from the headers alone'),
  fields: z.array(ImportField),
  summary: ImportSummary.nullable(),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

/** One thing wrong in one row, and how to mend it. */
export const ImportProblem = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  field: z.string().nullable(),
  value: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  rule: z.string().describe('Number of the rule it breaks, as in RULES.md'),
  reason: z.string(),
  fix: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** A row that would change what is stored, field by field. */
export const ImportChange = z.object({
  key: z.string(),
  line: z.number().int(),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type ImportChange = z.infer<typeof ImportChange>;

const importId = z.object({ id: z.uuid() });

/** The upload itself is `POST /api/imports/upload` (multipart: kind, planId?, file), answered with an `ImportDetail`. */
export const imports = {
  list: endpoint
    .route({ method: 'GET', path: '/imports', summary: 'Imports, newest first', tags: ['Imports'] })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ kind: ImportKind.optional() }))
    .output(pageOf(Import)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}',
      summary: 'One import: file, mapping, dry run',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(importId)
    .output(ImportDetail),
  check: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/check',
      summary: 'Dry run with a mapping; nothing is stored yet',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId.extend({ mapping: Mapping }))
    .output(ImportDetail),
  problems: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}/problems',
      summary: 'Every bad row of the dry run',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(ImportProblem)),
  changes: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}/changes',
      summary: 'Rows that would change what is stored, field by field',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(ImportChange)),
  commit: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/commit',
      summary: 'Store the checked rows, all or none, in the background',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId)
    .output(ImportDetail),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/cancel',
      summary: 'Stop the dry run or the commit; nothing is stored',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId)
    .output(ImportDetail),
};
