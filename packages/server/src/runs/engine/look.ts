import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';

/** Work of all workspaces that processes do without being asked. */
export interface Look {
  /**
   * A condition in SQL over all workspaces that is true while there may be work; `clock.now` is the time. It is asked twice a
   * second, so an index answers it.
   */
  readonly isDue: string;
  /** Does what is due. Many processes may do so at once; this one begins again only after the end. */
  act(ctx: AppContext): Promise<void>;
}

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
