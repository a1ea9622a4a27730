import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Each prepared statement keeps memory of the server for as long as its connection lives. */
const MAX_PREPARED = 250;
/** Texts a connection remembers having sent once. */
const MAX_SEEN = 500;

type Asked = Partial<pg.QueryConfig> & { readonly submit?: unknown };

/**
 * Has PostgreSQL parse each statement with values once a connection: the second time its text is sent it gets a name, under
 * which the server keeps it. Statements that already have a name, and cursors and COPY, pass as they are.
 */
export function prepareRepeated(client: pg.ClientBase): void {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    if (!seen.has(text)) {
      if (seen.size < MAX_SEEN) seen.add(text);
      return undefined;
    }
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
    return name;
  };
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (asked: string | Asked, values?: unknown, ...rest: unknown[]) => {
    const config: Asked = typeof asked === 'string' ? { text: asked } : asked;
    const given = Array.isArray(values) ? values : config.values;
    if (config.submit !== undefined || config.name !== undefined || !config.text || !given?.length)
      return query(asked, values, ...rest);
    return query({ ...config, name: nameOf(config.text) }, values, ...rest);
  };
  client.query = prepared as typeof client.query;
}
