import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesWithoutId } from '@attain/domain/base/named-columns.fixture';
import { expect, test, vi } from 'vitest';
import { adjustmentColumns } from '../features/adjustments/adjustment-table.tsx';
import { approvalColumns } from '../features/approvals/approval-export.tsx';
import { assignmentColumns } from '../features/assignments/assignment-export.tsx';
import { differenceColumns } from '../features/calculations/difference-table.tsx';
import { changedPayTable } from '../features/calculations/recalculations/paid-again-table.tsx';
import { exceptionColumns } from '../features/closes/exception-export.tsx';
import { parallelColumns } from '../features/closes/parallel-table.tsx';
import { disputeColumns } from '../features/disputes/dispute-export.tsx';
import { importColumns } from '../features/imports/import-export.tsx';
import { creditColumns } from '../features/payouts/credit-table.tsx';
import { filedColumns, payoutColumns } from '../features/payouts/payout-table.tsx';
import { receiptColumns } from '../features/records/receipt-table.tsx';
import {
  dealColumns,
  opportunityColumns,
  payTermColumns,
  quotaFileColumns,
} from '../features/records/record-exports.tsx';
import { findingTable } from '../features/simulations/finding-table.ts';
import { performanceColumns } from '../features/simulations/results/pay-for-performance.tsx';
import { filedStandingColumns } from '../features/standings/standing-export.tsx';
import { statementColumns } from '../features/statements/statements-export.tsx';
import { registerColumns } from '../pages/people-page.tsx';
import type { CellValue } from '../ui/tables/table-column.ts';
import { tableOf } from './rows-export.tsx';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://attain.test' }));

// biome-ignore lint/suspicious/noExplicitAny: columns of any record
type Column = { head: string; value: (row: any) => CellValue };
const currency = 'USD';
const standings = { currency, seesPay: true };

/** Every file that exports a list, and the columns of its rows. */
const lists: Readonly<Record<string, readonly (readonly Column[])[]>> = {
  'features/adjustments/adjustment-table.tsx': [adjustmentColumns],
  'features/approvals/approval-export.tsx': [approvalColumns],
  'features/assignments/assignment-export.tsx': [assignmentColumns],
  'features/calculations/difference-table.tsx': [differenceColumns(currency, undefined)],
  'features/closes/exception-export.tsx': [exceptionColumns],
  'features/closes/parallel-table.tsx': [parallelColumns],
  'features/disputes/dispute-export.tsx': [disputeColumns],
  'features/imports/import-export.tsx': [importColumns],
  'features/payouts/credit-table.tsx': [creditColumns(currency)],
  'features/payouts/payout-table.tsx': [
    filedColumns(payoutColumns({ currency, sum: undefined, count: undefined })),
  ],
  'features/records/record-exports.tsx': [dealColumns, opportunityColumns, quotaFileColumns, payTermColumns],
  'features/records/receipt-table.tsx': [receiptColumns],
  'features/simulations/results/pay-for-performance.tsx': [performanceColumns],
  'features/standings/standing-export.tsx': [
    filedStandingColumns({ ...standings, own: false }),
    filedStandingColumns({ ...standings, own: true }),
  ],
  'features/statements/statements-export.tsx': [statementColumns],
  'pages/people-page.tsx': [registerColumns],
};

/** Tables that are composed for their file. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'features/calculations/recalculations/paid-again-table.tsx': changedPayTable([], currency).head,
  'features/simulations/finding-list.tsx': findingTable({ findings: [] }, []).head,
};

/** Files that export figures of one named record, without names of others. */
const figures = [
  // the problems of a calculation, by path
  'features/calculations/run-facts.tsx',
  // points of one component's curve
  'features/plans/rates/rate-workbench.tsx',
  // totals and bins of two versions of one plan
  'features/simulations/results/monte-carlo-result.tsx',
  'features/simulations/results/replay-result.tsx',
  // a list in the layout of its import
  'features/people/participants-to-invite.ts',
  'features/people/invite-list-dialog.tsx',
];

test('each name in an exported table has its ID next to it', () => {
  const root = join(import.meta.dirname, '..');
  const writers = globSync('{api,builder,features,pages,shell}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|^pages\/design\/|^api\/rows-export/.test(file))
    .filter((file) => /<(RowsExport|ExportMenu)\b|\bcsvOf\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(writers.sort()).toEqual([...Object.keys(lists), ...Object.keys(tables), ...figures].sort());
  const heads = [
    ...Object.entries(lists).flatMap(([file, all]) =>
      all.map((columns): [string, readonly string[]] => [file, tableOf(columns, []).head]),
    ),
    ...Object.entries(tables),
  ];
  const found = heads.flatMap(([file, head]) => namesWithoutId(head).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('an export that reads the name of a record also reads its ID', () => {
  const found = Object.entries(lists).flatMap(([file, all]) =>
    all.flatMap((columns) => {
      const read = fieldsOf(tableColumns(columns));
      const names = [...read].filter((field) => field.endsWith('Name'));
      return names
        .filter((name) => !idsOf(name).some((id) => read.has(id)))
        .map((name) => `${file}: ${name}`);
    }),
  );
  expect(found).toEqual([]);
});

/** `payeeId`, or `payee` if that is the ID; a record’s own name is its `displayName` or `fileName`. */
const idsOf = (name: string) =>
  name === 'displayName' || name === 'fileName'
    ? ['id']
    : [name.replace(/Name$/, 'Id'), name.replace(/Name$/, '')];

const tableColumns = (columns: readonly (Column & { nameId?: Column })[]) =>
  columns.flatMap((column) => (column.nameId ? [column, column.nameId] : [column]));

/** The fields that columns read of a row. */
function fieldsOf(columns: readonly Column[]): ReadonlySet<string> {
  const fields = new Set<string>();
  const anything: unknown = new Proxy(() => '', {
    apply: () => anything,
    get: (_, field) => {
      if (typeof field !== 'string') return () => '';
      fields.add(field);
      return anything;
    },
  });
  for (const { value } of columns) {
    try {
      value(anything);
    } catch {
      // what was read before is enough: a column of a sentence needs real values
    }
  }
  return fields;
}
