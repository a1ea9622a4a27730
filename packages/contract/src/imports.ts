import { z } from 'zod';
import { Day, Decimal, endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { ComparedControl, ControlReason, ControlSource, FileControl } from './control-totals.ts';
import { PayDifference } from './recalculations.ts';

export const importKinds = [
  'deals',
  'opportunities',
  'participants',
  'quotas',
  'territories',
  'reporting-lines',
  'leaves',
  'ramps',
  'pay-terms',
  'payment-limits',
  'adjustments',
  'receipts',
  'parallel-pay',
  'exchange-rates',
  'plan-components',
] as const;
export const ImportKind = z.enum(importKinds);
export type ImportKind = z.infer<typeof ImportKind>;
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

const Expression = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe('Names columns as row["Stage"] (text), number["Amount"] or day["Close date"]');
/** Replaces a value of the file; upper and lower case are the same. */
export const ValueReplacement = z.object({ from: z.string().max(200), to: z.string().max(200) });

/**
 * How a field gets its value: from `columns` (counted from 0; several are joined with "-", in text with a space), one
 * constant for all rows, or an expression. `values` replaces values first.
 */
export const FieldMapping = z.union([
  z.object({
    columns: z.array(z.number().int().min(0)).min(1),
    as: z.enum(['percent', 'fraction']).optional(),
    values: z.array(ValueReplacement).max(500).optional(),
  }),
  z.object({ constant: z.string() }),
  z.object({ expression: Expression }),
]);
/** Which rows are imported: by the values of a column, or by an expression that is true or false. */
export const RowFilter = z.union([
  z.object({
    column: z.number().int().min(0),
    keep: z.enum(['listed', 'others']).describe('Rows with one of the values, or all others'),
    values: z.array(z.string().max(200)).min(1).max(200),
  }),
  z.object({
    expression: Expression.describe('True: the row is imported'),
    reason: Words.min(1).max(100).describe('Why the other rows are skipped'),
  }),
]);
/** A column of the file stored with deals under a name the customer chooses. */
export const OwnFieldMapping = z.object({
  name: z.string().describe('Begins with a letter, at most 60 characters, and is no built-in field of deals'),
  column: z.number().int().min(0),
  type: z.enum(['text', 'number', 'date']).default('text').describe('How its values are parsed'),
});
/** A second file of the import, in the order they were added: its columns follow those before, where values agree. */
export const LookupMapping = z.object({
  name: Words.min(1).max(60).describe('Begins the names of its columns: “Orders.OrderDate”'),
  on: z
    .array(
      z.object({
        column: z.number().int().min(0).describe('Column of the first file or of a second file before'),
        key: z.number().int().min(0).describe('Column of this file, counted from 0'),
      }),
    )
    .max(5),
  missing: z.enum(['error', 'skip', 'blank']).default('error').describe('What a row without a match is'),
});
/** How a file is read: header, decimal sign, order of day and month, and the field of each column. */
export const Mapping = z.object({
  header: z.boolean(),
  delimiter: z.string().optional(),
  sheet: z.string().optional(),
  decimal: z.enum(['.', ',']),
  date: z.enum(['iso', 'dmy', 'mdy']),
  fields: z.record(z.string(), FieldMapping),
  ownFields: z.array(OwnFieldMapping).optional().describe('For deals, at most 20'),
  lookups: z.array(LookupMapping).max(4).optional(),
  snapshot: z
    .object({
      of: z
        .enum(['months', 'all'])
        .describe('Of the months in the file, from the first to the last, or of any date'),
      maxPercent: z
        .number()
        .int()
        .min(0)
        .max(100)
        .default(10)
        .describe('More of these records are never removed'),
    })
    .optional()
    .describe('Records that files of this profile stored, and that this file no longer has, are removed'),
  controls: z.array(ControlSource).max(5).optional().describe('Totals that are asked for'),
  filters: z.array(RowFilter).max(20).optional().describe('A row is imported if it passes all'),
});
export type Mapping = z.infer<typeof Mapping>;

/** A field of a kind of import, as the mapping screen shows it. */
export const ImportField = z.object({
  field: z.string(),
  label: z.string(),
  required: z.boolean(),
  type: z.string(),
  describe: z.string(),
});

/** The detected format of a file and its first rows. */
export const Preview = z.object({
  format: z.string(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  sheets: z.array(z.string()),
  headers: z.array(z.string()),
  hasHeader: z.boolean(),
  rows: z.array(z.array(z.string())),
  values: z
    .array(z.array(z.string()))
    .describe('By column, the values of the first 200 rows; empty for more than 12 different ones'),
  warnings: z.array(z.string()),
});
export type Preview = z.infer<typeof Preview>;

/** A name in a file that belongs to no known participant. */
export const UnknownPerson = z.object({
  name: z.string(),
  rows: z.number().int(),
  proposals: z.array(z.object({ id: z.string(), name: z.string() })).describe('Similar names, best first'),
});
export type UnknownPerson = z.infer<typeof UnknownPerson>;

/** Sum of the amounts of one unit and currency. */
export const ImportTotal = z.object({
  unit: z.string(),
  currency: z.string().nullable(),
  amount: z.string(),
  gross: z.string().optional().describe('Without signs; omitted if no amount is negative'),
  rows: z.number().int(),
});
export type ImportTotal = z.infer<typeof ImportTotal>;

/** Result of the check: counts, totals by unit and currency, dates, a sample, and what would become out of date. */
export const ImportSummary = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  badRows: z.number().int(),
  skipped: z
    .array(
      z.object({
        reason: z.string(),
        rows: z.number().int(),
        isError: z.boolean().optional().describe('Rows with errors that a person chose to skip'),
      }),
    )
    .optional()
    .describe('Rows that are not imported on purpose, most rows first'),
  removal: z
    .object({
      rows: z.number().int().describe('Records that would be removed, or were'),
      of: z.number().int().describe('Records of this profile, in these months'),
      kept: z
        .number()
        .int()
        .describe('Missing deals that stay: others reverse them, or customers paid for them'),
      from: Day.nullable(),
      to: Day.nullable(),
      totals: z.array(ImportTotal).describe('Of the records that would be removed'),
      unclear: z
        .number()
        .int()
        .optional()
        .describe('Skipped rows with errors whose record is not known; because of them nothing is removed'),
      maxPercent: z.number().int(),
      exceeds: z.boolean().describe('More than the mapping allows, so the rows can’t be stored'),
    })
    .optional()
    .describe('Of a snapshot whose rows have no errors'),
  unknownPeople: z.array(UnknownPerson).optional().describe('At most 200, most rows first'),
  warnings: z.number().int(),
  from: Day.nullable(),
  to: Day.nullable(),
  totals: z.array(ImportTotal),
  controls: z.array(FileControl).optional().describe('With what the file states'),
  sample: z.array(z.record(z.string(), z.string().nullable())),
  stale: z
    .array(
      z.object({ runId: z.uuid(), planName: z.string(), periodKey: z.string(), version: z.number().int() }),
    )
    .describe('Calculations this import would make out of date'),
  pay: z
    .object({
      note: z.string().nullable().describe('What is hidden and where it will be visible'),
      runs: z.array(
        z.object({
          runId: z.uuid(),
          planName: z.string(),
          periodKey: z.string(),
          version: z.number().int(),
          rejected: z.string().nullable().describe('Why it can’t be calculated with these records'),
          difference: PayDifference.nullable(),
        }),
      ),
    })
    .optional()
    .describe(
      'How storing it would change pay; omitted if no calculation becomes out of date or rows have errors',
    ),
});
export type ImportSummary = z.infer<typeof ImportSummary>;
/** What an import adds, changes and removes, and its totals. */
export type ImportCounts = Pick<ImportSummary, 'added' | 'changed' | 'removal' | 'totals'>;

/** An uploaded file and its progress. */
export const Import = z.object({
  id: z.uuid(),
  kind: ImportKind,
  planId: z.uuid().nullable(),
  fileName: z.string(),
  contentHash: z.string(),
  byteCount: z.number().int(),
  status: ImportStatus,
  problemCount: z.number().int(),
  skipBadRows: z.boolean().describe('Rows with errors are skipped; otherwise they stop the import'),
  progress: z.object({
    done: z.number().int(),
    total: z.number().int().nullable(),
    estimated: z.boolean().describe('Total is an estimate while the file is being read'),
  }),
  error: z.string().nullable(),
  /** An earlier stored import of the same bytes. Committing this one with the same mapping would change nothing. */
  sameAs: z
    .object({
      ...{ id: z.uuid(), fileName: z.string(), committedAt: Moment, sameMapping: z.boolean() },
      skippedRows: z.boolean().describe('It was stored without its rows with errors'),
    })
    .nullable(),
  undoes: z.uuid().nullable().describe('The import that this one takes back'),
  undone: z
    .object({ id: z.uuid(), fileName: z.string(), committedAt: Moment })
    .nullable()
    .describe('The import that took this one back'),
  canUndo: z.boolean().describe('Its earlier records are kept; later work can still prevent it'),
  createdBy: z.string(),
  createdAt: Moment,
  committedAt: Moment.nullable(),
});
export type Import = z.infer<typeof Import>;

export const ImportDetail = Import.extend({
  lookups: z
    .array(z.object({ fileName: z.string(), headers: z.array(z.string()), missing: z.boolean() }))
    .describe('Second files; missing: the file like this one had it, so add it'),
  preview: Preview.nullable(),
  mapping: Mapping.nullable(),
  mappingOf: z
    .object({
      id: z.uuid(),
      fileName: z.string(),
      committedAt: Moment,
      profile: z.object({ name: z.string(), version: z.number().int() }),
    })
    .nullable()
    .describe(
      'The earlier import with the same headers whose mapping was applied; null: the mapping was proposed',
    ),
  profileName: z.string().describe('The profile its mapping is stored as with the rows'),
  proposed: Mapping.nullable().describe('The mapping proposed from the headers alone'),
  fields: z.array(ImportField),
  summary: ImportSummary.nullable(),
  controls: z.array(ComparedControl).describe('Totals of the file and what its source states'),
  controlReason: ControlReason.nullable(),
  overLimit: z
    .enum(['rows', 'amount'])
    .nullable()
    .describe('The limit of imports without approval that storing it would exceed'),
  approvalId: z.uuid().nullable().describe('The request to approve its rows, once it was asked for'),
  awaitsApproval: z.boolean().describe('The request is open; an approval stores the rows'),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

/** One problem in one row, and how to fix it. */
export const ImportProblem = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  field: z.string().nullable(),
  value: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  rule: z.string().describe('Number of the rule, see RULES.md'),
  reason: z.string(),
  fix: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** A row that would change stored records, field by field. */
export const ImportChange = z.object({
  key: z.string(),
  line: z.number().int().nullable().describe('Null: a record that is removed'),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type ImportChange = z.infer<typeof ImportChange>;

/** A row that is not imported on purpose. */
export const ImportSkip = z.object({
  line: z.number().int(),
  reason: z.string(),
  source: z.string(),
  isError: z.boolean().describe('Skipped because of errors'),
});
export type ImportSkip = z.infer<typeof ImportSkip>;

/** Who a name in files means; null: nobody, and rows credited to the name are skipped. */
export const PersonAnswer = z.object({
  name: z.string().trim().min(1).max(200),
  participantId: z.string().max(200).nullable(),
});
/** An answer, remembered for all later files. */
export const ParticipantAlias = PersonAnswer.extend({
  id: z.uuid(),
  participantName: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Moment,
});
export type ParticipantAlias = z.infer<typeof ParticipantAlias>;

const importId = z.object({ id: z.uuid() });

/**
 * `POST /api/imports/upload` uploads a file (multipart: kind, planId?, file) and returns an `ImportDetail`;
 * `GET /api/imports/{id}/bad-rows.csv` downloads its rows with errors.
 */
export const imports = {
  list: endpoint
    .route({ method: 'GET', path: '/imports', summary: 'List imports, newest first', tags: ['Imports'] })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ kind: ImportKind.optional() }))
    .output(pageOf(Import)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}',
      summary: 'Get an import: file, mapping, dry run',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(importId)
    .output(ImportDetail),
  check: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/check',
      summary: 'Check the file with a mapping; nothing is saved',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(
      importId.extend({
        mapping: Mapping,
        profileName: Words.min(1)
          .max(60)
          .optional()
          .describe('Stores the mapping under this name; default: as `profileName` of the import'),
        skipBadRows: z
          .boolean()
          .default(false)
          .describe('Skips rows with errors, so that the others can be stored; never for plan components'),
      }),
    )
    .output(ImportDetail),
  problems: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}/problems',
      summary: 'List rows with errors',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(ImportProblem)),
  changes: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}/changes',
      summary: 'List rows that would change stored records, field by field',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(ImportChange)),
  skips: endpoint
    .route({
      method: 'GET',
      path: '/imports/{id}/skips',
      summary: 'List rows that are skipped, with the reason',
      tags: ['Imports'],
    })
    .meta({ access: 'read:imports' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(ImportSkip)),
  namePeople: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/people',
      summary: 'Remember who names mean, and check the file again',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId.extend({ answers: z.array(PersonAnswer).min(1).max(200) }))
    .output(ImportDetail),
  stateTotals: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/control-totals',
      summary: 'State the control totals of the source, or why they differ',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(
      importId.extend({
        stated: z
          .array(Decimal.nullable())
          .max(5)
          .describe('In the order of `controls`; those that the file states are ignored'),
        reason: Words.min(1).max(500).nullable().default(null),
      }),
    )
    .output(ImportDetail),
  commit: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/commit',
      summary:
        'Save all checked rows in the background, or none; over the workspace’s limits, ask for approval',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId)
    .output(ImportDetail),
  undo: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/undo',
      summary: 'Put the records back as they were before the import',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId)
    .output(ImportDetail),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/imports/{id}/cancel',
      summary: 'Cancel the check or the import; nothing is saved',
      tags: ['Imports'],
    })
    .meta({ access: 'import:records' })
    .input(importId)
    .output(ImportDetail),
};
