import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Mapping } from '@attain/contract/imports';
import { correctedFile, originalRow } from './corrected-file.ts';
import { cutText, type Delimiter, readDelimited, type TakeRecord } from './delimited-text.ts';
import { guessDelimiter, hasHeader } from './guess-shape.ts';
import { hasHidden, withoutHidden } from './hidden-characters.ts';
import type { ImportLimits } from './limits.ts';
import { extensionOf, type FileFormat, sniffFormat } from './sniff-format.ts';
import { findEncoding, type TextEncodingName } from './text-encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A file whose format is known: its first rows, and a way to walk through all of them. */
export interface Source {
  readonly format: FileFormat;
  readonly encoding: TextEncodingName | null;
  readonly delimiter: Delimiter | null;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  readonly warnings: readonly string[];
  /** The first rows, at most 200 and as far as 256 KB reach; the header too if there is one. */
  readonly head: readonly (readonly string[])[];
  /** Positions of columns that only a download of rows with errors has; the rows are without them. */
  readonly addedColumns?: readonly number[];
  /** Whether the first row is a header, where that is known. */
  readonly header?: boolean;
  /** Number of records, exact for a spreadsheet and estimated from the first 256 KB for a text. */
  readonly rowsEstimated: number;
  /** Walks all records; gives the share of the file that is done (0–1) at every step. */
  walk(take: TakeRecord): Generator<number>;
}

/** Limits and options checked before rows are read. */
export interface SourceJob {
  readonly path: string;
  readonly fileName: string;
  readonly limits: ImportLimits;
  /** Choices of a person that override what would be guessed. */
  readonly choices: Pick<Mapping, 'delimiter' | 'sheet'>;
}

const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 200;
const SHEET_STEP = 2000;

/** Finds out what a file is and opens it; throws UnreadableFile when it cannot be read as a whole. */
export async function openSource(job: SourceJob): Promise<Source> {
  const format = sniffFormat(job.path, job.fileName, job.limits);
  const source = visible(format === 'text' ? openText(job) : await openSheet(job, format));
  const widest = Math.max(0, ...source.head.map((row) => row.length));
  if (widest > job.limits.maxColumns) {
    throw new UnreadableFile(
      'TOO_MANY_COLUMNS',
      `“${job.fileName}” has ${widest} columns; up to ${job.limits.maxColumns} are allowed. Remove columns you don’t need.`,
    );
  }
  if (source.head.length === 0) {
    throw new UnreadableFile(
      'EMPTY_FILE',
      `“${job.fileName}” has no rows. Choose a file with a header and at least one row.`,
    );
  }
  return asExported(withoutTitle(source));
}

/** The same without invisible characters in its cells, and without rows of blank cells. */
function visible(source: Source): Source {
  const head = source.head.map((row) => row.map(withoutHidden)).filter(hasText);
  return {
    ...source,
    head,
    rowsEstimated: source.rowsEstimated - (source.head.length - head.length),
    walk: (take) =>
      source.walk((written, line, text) => {
        const cells = hasHidden(text) ? written.map(withoutHidden) : written;
        if (hasText(cells)) take(cells, line, text);
      }),
  };
}

function hasText(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

/** Reports carry a title above the table: leading rows of one cell, with a header behind them, are skipped and named. */
function withoutTitle(source: Source): Source {
  const widths = source.head.map((row) => row.filter((cell) => cell !== '').length).toSorted((a, b) => a - b);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const isTitle = (row: readonly string[]) =>
    usual > 1 && (isSeparatorLine(row) || row.findLastIndex((cell) => cell !== '') < 1) && row[0] !== '';
  const lead = source.head.findIndex((row) => !isTitle(row));
  if (lead < 1 || !hasHeader(source.head.slice(lead))) return source;
  const names = source.head.slice(0, lead).map((row) => `"${(row[0] ?? '').slice(0, 60)}"`);
  return {
    ...source,
    head: source.head.slice(lead),
    rowsEstimated: source.rowsEstimated - lead,
    warnings: [...source.warnings, `${names.join(', ')} above the table is skipped.`],
    walk: (take) => {
      let skip = lead;
      return source.walk((cells, line, text) => {
        if (skip > 0) skip--;
        else take(cells, line, text);
      });
    },
  };
}

/** A download of rows with errors as the file these rows are from: without the added columns, and without numbers as headers. */
function asExported(source: Source): Source {
  const corrected = correctedFile(source.head[0] ?? []);
  if (corrected === null) return source;
  const { added, header } = corrected;
  const lead = header ? 0 : 1;
  return {
    ...source,
    head: source.head.slice(lead).map((row) => originalRow(row, added)),
    rowsEstimated: source.rowsEstimated - lead,
    addedColumns: added,
    header,
    walk: (take) => {
      let skip = lead;
      return source.walk((cells, line, text) => {
        if (skip > 0) skip--;
        else take(originalRow(cells, added), line, text);
      });
    },
  };
}

/** `sep=;`, which spreadsheet programs write above the rows to name the delimiter. */
function isSeparatorLine(row: readonly string[]): boolean {
  return row[0]?.toLowerCase().startsWith('sep=') ?? false;
}

function openText(job: SourceJob): Source {
  const { encoding, warning } = findEncoding(job.path);
  const { text, bytes, size } = readSample(job.path, encoding);
  const shape = { encoding, limits: job.limits, fileName: job.fileName };
  const partial = bytes < size;
  const chosen = job.choices.delimiter;
  const delimiter = isDelimiter(chosen)
    ? chosen
    : guessDelimiter(text, { ...shape, extension: extensionOf(job.fileName), partial });
  const sampled = cutText(text, { ...shape, delimiter }, partial);
  return {
    format: 'text',
    encoding,
    delimiter,
    sheet: null,
    sheets: [],
    warnings: warning === null ? [] : [warning],
    head: sampled.slice(0, SAMPLE_ROWS),
    rowsEstimated: partial ? Math.round((sampled.length * size) / bytes) : sampled.length,
    *walk(take) {
      let steps = 0;
      for (const _ of readDelimited(job.path, { ...shape, delimiter }, take)) {
        steps++;
        yield Math.min(1, (steps * SAMPLE_BYTES) / size);
      }
    },
  };
}

async function openSheet(job: SourceJob, format: 'xlsx' | 'xls'): Promise<Source> {
  // its library takes longer to load than most text files take to read
  const { readSheet, takeSheet } = await import('./spreadsheet.ts');
  const sheet = await readSheet(job.path, {
    fileName: job.fileName,
    format,
    sheet: job.choices.sheet ?? null,
    limits: job.limits,
  });
  const filled = sheet.rows.filter((row) => row.length > 0);
  const width = Math.max(...filled.slice(0, SAMPLE_ROWS).map((row) => row.length), 0);
  return {
    format,
    encoding: null,
    delimiter: null,
    sheet: sheet.sheet,
    sheets: sheet.sheets,
    warnings: sheet.warnings,
    head: filled
      .slice(0, SAMPLE_ROWS)
      .map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]),
    rowsEstimated: filled.length,
    *walk(take) {
      for (let from = 0; from < sheet.rows.length; from += SHEET_STEP) {
        takeSheet(sheet, { from, to: from + SHEET_STEP, width }, take);
        yield Math.min(1, (from + SHEET_STEP) / sheet.rows.length);
      }
    },
  };
}

function isDelimiter(text: string | undefined): text is Delimiter {
  return text === ',' || text === ';' || text === '\t' || text === '|';
}

function readSample(path: string, encoding: TextEncodingName): { text: string; bytes: number; size: number } {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, size));
    const bytes = readSync(file, sample, 0, sample.length, 0);
    return { text: new TextDecoder(encoding).decode(sample, { stream: bytes < size }), bytes, size };
  } finally {
    closeSync(file);
  }
}
