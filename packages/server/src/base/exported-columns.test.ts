import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesWithoutId } from '@attain/domain/base/named-columns.fixture';
import { expect, test } from 'vitest';
import { creditColumns, payoutColumns } from '../cli/calculation-report.ts';
import { simulatedColumns } from '../cli/simulate.ts';
import { paymentColumns, togetherColumns } from '../slices/payments/download-payments.ts';
import { replayColumns } from '../slices/schedules/perform-task.ts';
import { payeeColumns } from '../slices/simulations/export-payees.ts';
import { statementColumns } from '../slices/statements/statement-csv.ts';
import { evidenceColumns } from '../slices/suggestions/evidence/evidence-csv.ts';
import { reportColumns } from '../slices/suites/test-reports.ts';
import { logColumns } from '../slices/telemetry/search-logs.ts';

/** Every file that writes a table, and the columns it writes. */
const tables: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'cli/calculation-report.ts': [creditColumns, payoutColumns],
  'cli/simulate.ts': [simulatedColumns],
  'slices/payments/download-payments.ts': [paymentColumns, togetherColumns],
  'slices/schedules/perform-task.ts': [replayColumns],
  'slices/simulations/export-payees.ts': [payeeColumns],
  'slices/statements/statement-csv.ts': [statementColumns],
  'slices/suggestions/evidence/evidence-csv.ts': [evidenceColumns],
  'slices/suites/test-reports.ts': [reportColumns.weekly, reportColumns.regressions],
  'slices/telemetry/search-logs.ts': [logColumns],
};

/** Files whose columns are someone else’s, with the reason. */
const givenColumns = [
  // the writers
  'base/table-file.ts',
  // the columns of the imported file
  'slices/imports/download-bad-rows.ts',
  // the layout of a payroll system
  'slices/payments/download-payroll.ts',
  // the fields of a workflow's value, of a database table, of imported deals
  'activities/attain/import-deals.ts',
  'activities/file-upload.ts',
  'slices/connectors/read-source.ts',
];

test('each name in an exported table has its ID next to it', () => {
  const root = join(import.meta.dirname, '..');
  const writers = globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) =>
      /\b(csvOf|xlsxOf|payrollText)\(|csv-stringify/.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(writers.sort()).toEqual([...Object.keys(tables), ...givenColumns].sort());
  const found = Object.entries(tables).flatMap(([file, heads]) =>
    heads.flatMap(namesWithoutId).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
