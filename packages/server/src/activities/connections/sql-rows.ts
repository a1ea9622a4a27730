import { readStatement } from '@attain/domain/connections/sql-statement';
import { type JsonObject, type JsonValue, ownField } from '@attain/domain/workflows/json-value';
import pg from 'pg';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { asJson } from '../config-values.ts';

/** Dates, times, intervals, bytes and their lists stay as PostgreSQL writes them: a day is a day in every time zone. */
const textual = new Set([17, 1082, 1083, 1114, 1184, 1186, 1266, 1115, 1182, 1183, 1185, 1187, 1270]);
const asWritten = (value: string) => value;

/** How columns become JSON: numbers that may not fit stay decimal texts, JSON is read, dates are texts. */
export const rowTypes: pg.CustomTypesConfig = {
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
  const { text, names, verb } = read.value;
  const values = names.map((name) => {
    const value = ownField(parameters, name);
    if (value === undefined)
      throw new EffectFailed('BAD_CONFIG', `The statement uses :${name}, but there is no such parameter.`);
    return value;
  });
  return { text, values, verb };
}
