import { readStatement } from '@attain/domain/connections/sql-statement';
import { type JsonObject, type JsonValue, ownField } from '@attain/domain/workflows/json-value';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import pg from 'pg';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { asJson } from '../config-values.ts';

/** Rows fetched first, and later at most; as many as have about so many characters together, by those fetched before. */
const firstRows = 10;
const maxRowsAtOnce = 500;
const lettersAtOnce = 1_000_000;
/** More letters than this do not travel through a run anyway; reading on would only fill the memory. */
const maxLetters = MAX_OUTPUT;

/** Dates, times, intervals, bytes and their lists stay as PostgreSQL writes them: a day is a day in every time zone. */
const textual = new Set([17, 1082, 1083, 1114, 1184, 1186, 1266, 1115, 1182, 1183, 1185, 1187, 1270]);
const asWritten = (value: string) => value;

/** How columns become JSON: numbers that may not fit stay decimal texts, JSON is read, dates are texts. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    textual.has(oid) ? asWritten : pg.types.getTypeParser(oid, format as 'text'),
};

/** Rows as they travel through a run. */
export function jsonRows(rows: readonly object[]): JsonValue[] {
  return asJson(rows) as JsonValue[];
}

/** A statement with the values of its names in their order. Fails when it cannot be read, or a name has no value. */
export function statementOf(source: string, parameters: JsonObject) {
  const read = readStatement(source);
  if (!read.ok)
    throw new EffectFailed('BAD_CONFIG', read.problems[0]?.message ?? 'The statement can’t be parsed.');
  const { text, names, verb, operations } = read.value;
  const values = names.map((name) => {
    const value = ownField(parameters, name);
    if (value === undefined)
      throw new EffectFailed('BAD_CONFIG', `The statement uses :${name}, but there is no such parameter.`);
    return value;
  });
  return { text, values, verb, operations };
}

/** Reads the first rows of a query in a read-only transaction. */
export async function fetchRows(
  client: pg.Client,
  {
    text,
    values,
    limit,
  }: { readonly text: string; readonly values: readonly JsonValue[]; readonly limit: number },
): Promise<JsonValue[]> {
  await client.query('BEGIN READ ONLY');
  await client.query(sqlQuery(`DECLARE reading NO SCROLL CURSOR FOR ${text}`, values));
  const rows: JsonValue[] = [];
  let letters = 0;
  let atOnce = firstRows;
  while (rows.length < limit) {
    const more = Math.min(atOnce, limit - rows.length);
    const found = await client.query({ text: `FETCH ${more} FROM reading`, types: rowTypes });
    const read = JSON.stringify(found.rows);
    letters += read.length;
    if (letters > maxLetters)
      throw new EffectFailed(
        'OUTPUT_TOO_LARGE',
        `The first ${rows.length + found.rows.length} rows have more than ${maxLetters} characters. Select fewer rows or columns.`,
      );
    rows.push(...(JSON.parse(read) as JsonValue[]));
    if (found.rows.length < more) break;
    const fitting = Math.floor((lettersAtOnce * found.rows.length) / read.length);
    atOnce = Math.max(1, Math.min(maxRowsAtOnce, atOnce * 4, fitting));
  }
  await client.query('ROLLBACK');
  return rows;
}

/** A query of the extended protocol: it cannot hold a second statement, whatever its text says. */
export function sqlQuery(text: string, values: readonly JsonValue[]) {
  return { text, values: [...values], queryMode: 'extended' as const, types: rowTypes };
}
