import type pg from 'pg';

/** Asks all conditions in one statement, so that a process with nothing to do costs next to nothing: whether each is true. */
export async function askWhatIsDue(
  owner: pg.Pool,
  conditions: readonly string[],
  now: Date,
): Promise<readonly boolean[]> {
  const result = await owner.query<{ due: boolean[] }>({
    name: 'what-is-due',
    text: `SELECT ARRAY[${conditions.map((one) => `(${one})`).join(', ')}] AS due FROM (SELECT $1::timestamptz AS now) clock`,
    values: [now],
  });
  return result.rows[0]?.due ?? [];
}
