import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Each prepared statement keeps memory of the server for as long as its connection lives. */
const MAX_PREPARED = 250;
/** Texts a connection remembers having sent once. */
const MAX_SEEN = 500;
/** Longer texts are lists of many rows, which hardly repeat. */
const MAX_LENGTH = 10_000;

/** A statement that takes longer twice in a row doesn't notice being planned, and its kept plan may be a bad one for its values. */
const SLOW_MS = 100;
/** So many times a slow statement is planned for its values, before it is tried by its name again. */
const PLANNED_TIMES = 100;

type Asked = Partial<pg.QueryConfig> & { readonly submit?: unknown };

/** What a connection has prepared, and for which workspace. */
interface Prepared {
  readonly seen: Set<string>;
  readonly names: Map<string, string>;
  /** Statements whose last answer by name was slow. */
  readonly late: Set<string>;
  /** How many more times a slow statement is sent without its name. */
  readonly slow: Map<string, number>;
  tenantId: string | null;
  /** The transaction before was of the same workspace. */
  isSameTenant: boolean;
  /** Plans may have been made for the workspace. */
  hasPlans: boolean;
}

const preparedBy = new WeakMap<pg.ClientBase, Prepared>();

/**
 * Has PostgreSQL parse and plan a statement once per connection: the second time a transaction of the same workspace sends its
 * text, it gets a name, under which the server keeps it. One that takes long is planned for its values again. Statements without
 * values, statements that have a name, cursors and COPY are sent unchanged.
 */
export function prepareRepeated(client: pg.ClientBase): void {
  const prepared: Prepared = {
    seen: new Set(),
    names: new Map(),
    late: new Set(),
    slow: new Map(),
    tenantId: null,
    isSameTenant: false,
    hasPlans: false,
  };
  preparedBy.set(client, prepared);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (asked: string | Asked, values?: unknown, ...rest: unknown[]) => {
    const config: Asked = typeof asked === 'string' ? { text: asked } : asked;
    const given = Array.isArray(values) ? values : config.values;
    const isPlain = config.submit === undefined && config.name === undefined && given && given.length > 0;
    const name = isPlain && prepared.isSameTenant ? nameOf(config.text ?? '', prepared) : undefined;
    if (name === undefined) return query(asked, values, ...rest);
    const from = performance.now();
    const answer = query({ ...config, name }, values, ...rest);
    const note = () => noteTime(config.text ?? '', from);
    if (answer instanceof Promise) answer.then(note, note);
    return answer;
  };
  const noteTime = (text: string, from: number) => {
    if (performance.now() - from <= SLOW_MS) prepared.late.delete(text);
    else if (prepared.late.delete(text)) prepared.slow.set(text, PLANNED_TIMES);
    else prepared.late.add(text);
  };
  client.query = named as typeof client.query;
}

/**
 * SQL that a transaction of this workspace must run first. A plan is made for the workspace that first needs it, and a small
 * workspace's plan can be slow for a large one, so plans of another one are discarded.
 */
export function discardOthersPlans(client: pg.ClientBase, tenantId: string): string {
  const prepared = preparedBy.get(client);
  if (prepared === undefined) return '';
  prepared.isSameTenant = prepared.tenantId === tenantId;
  if (prepared.isSameTenant) return '';
  const sql = prepared.hasPlans ? 'DISCARD PLANS; ' : '';
  prepared.tenantId = tenantId;
  prepared.hasPlans = false;
  return sql;
}

/**
 * Whether the error means that a prepared statement of the connection can't be used any more: its table changed while
 * the connection was open, or its first use failed halfway.
 */
export function isLostStatement(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return code === '26000' || routine === 'RevalidateCachedQuery';
}

function nameOf(text: string, prepared: Prepared): string | undefined {
  const { seen, names, slow } = prepared;
  const times = slow.get(text) ?? 0;
  if (times > 0) {
    slow.set(text, times - 1);
    return undefined;
  }
  const known = names.get(text);
  if (known === undefined && (names.size >= MAX_PREPARED || text.length > MAX_LENGTH)) return undefined;
  if (known === undefined && !seen.delete(text)) {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(text);
    return undefined;
  }
  prepared.hasPlans = true;
  const name = known ?? createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}
