import { isDecimal } from '@attain/domain/base/decimal';
import { isObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { stringify } from 'csv-stringify/sync';
import { EffectFailed } from '../runs/engine/effect-failed.ts';
import type { Activity } from '../runs/engine/perform-effect.ts';
import { fileReference } from '../slices/workflow-runs/files/file-reference.ts';
import { keepFile } from '../slices/workflow-runs/files/keep-file.ts';
import { textOf } from './config-values.ts';

const contentTypes = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const;

/** Stores what came in as a file of the workspace; what goes out names it. */
export function fileUpload(): Activity {
  return {
    inside: async (tx, { run, effect }) => {
      const { config, input, idempotencyKey } = effect;
      const format = config.format === 'csv' || config.format === 'text' ? config.format : 'json';
      const kept = await keepFile(tx, {
        fileName: textOf(config, 'fileName').trim(),
        contentType: contentTypes[format],
        content: Buffer.from(writers[format](input), 'utf8'),
        runId: run.id,
        effectKey: idempotencyKey,
        createdBy: run.startedBy,
      });
      return fileReference(kept);
    },
  };
}

const writers = {
  json: (value: JsonValue) => `${JSON.stringify(value, null, 2)}\n`,
  text: (value: JsonValue) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw new EffectFailed(
      'BAD_CONFIG',
      'The input is not text. Choose JSON, or add a Formatter before this step.',
    );
  },
  csv: tableOf,
};

/** A list of records as a table: one column per field, in order of first appearance. */
function tableOf(value: JsonValue): string {
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw new EffectFailed('BAD_CONFIG', 'CSV needs a list of records as input.');
  }
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  const rows = value.map((row) => columns.map((column) => cellOf(row[column])));
  return stringify([columns, ...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      string: (text) =>
        text.startsWith('-') && isDecimal(text) ? { value: text, escape_formulas: false } : text,
    },
  });
}

function cellOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}
