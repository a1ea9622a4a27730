import { parseCanonical } from './canonical.ts';
import { count, hashText, listOf, nullable, oneOf, record, text } from './shape.ts';
import { Unverified } from './unverified.ts';

/**
 * One act as the audit log keeps it for ever. It holds who, what and hashes, never the values themselves: what was personal
 * can be erased without breaking the log. All texts are at most 500 characters; all hashes SHA-256 in hex.
 */
export type AuditEntry = EntryMembers &
  (
    | {
        /** Written up to 0.1: the entry states its place. */
        readonly v: 1;
        readonly index: number;
      }
    | {
        /** Hashed before its place is known; only the tree gives it one. The id makes equal acts differ. */
        readonly v: 2;
        readonly id: string;
      }
  );

interface EntryMembers {
  /** The log's name (origin); inside the hash, so that no entry can be moved to another log. */
  readonly log: string;
  /** RFC 3339 in UTC with microseconds: `2026-01-31T12:00:00.000000Z`. */
  readonly ts: string;
  /** Null in the platform's own log. */
  readonly tenant: string | null;
  readonly env: string;
  readonly actor: {
    readonly id: string;
    readonly kind: 'user' | 'agent' | 'system';
    readonly sessionHash: string | null;
    readonly onBehalfOf: string | null;
  };
  /** Noun and past participle: `plan.activated`. */
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string; readonly version: string | null };
  /** Content hash of the object before and after the act; both null: the act does not state the object's content. */
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: { readonly code: string; readonly textHash: string | null } | null;
  readonly request: RequestTrace | null;
  readonly policy: { readonly id: string; readonly version: string; readonly decision: string } | null;
  /** Content hashes of what the act rests on; the root of a batch for bulk work. */
  readonly evidence: readonly string[];
  /** Version or commit of the program that wrote it. */
  readonly app: string;
  readonly personal: { readonly keyId: string; readonly ctHash: string } | null;
}

/** Facts of the request behind an action: enough to recognize it, too little to track a person. */
export interface RequestTrace {
  readonly id: string;
  readonly idemKeyHash: string | null;
  /** The network only: /24 of IPv4, /48 of IPv6. */
  readonly ipTrunc: string | null;
  readonly uaHash: string | null;
}

/** The entry in a stored body. Throws `NotCanonical` or `Unverified` unless the body is exactly what we would have written. */
export function parseEntry(body: string): AuditEntry {
  const entry = parseCanonical(body);
  mustBeEntry(entry);
  return entry;
}

const word = text(500);
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const members = {
  log: word,
  ts: text(27, moment),
  tenant: nullable(word),
  env: word,
  actor: record({
    id: word,
    kind: oneOf('user', 'agent', 'system'),
    sessionHash: nullable(hashText),
    onBehalfOf: nullable(word),
  }),
  action: text(100, /^[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+$/),
  object: record({ type: word, id: word, version: nullable(word) }),
  before: nullable(hashText),
  after: nullable(hashText),
  reason: nullable(record({ code: word, textHash: nullable(hashText) })),
  request: nullable(
    record({
      id: word,
      idemKeyHash: nullable(hashText),
      ipTrunc: nullable(word),
      uaHash: nullable(hashText),
    }),
  ),
  policy: nullable(record({ id: word, version: word, decision: word })),
  evidence: listOf(hashText, 1_000),
  app: word,
  personal: nullable(record({ keyId: word, ctHash: hashText })),
};

const firstShape = record({ v: oneOf(1), index: count, ...members });
const shape = record({ v: oneOf(1, 2), id: text(36, uuid), ...members });

/** Throws `Unverified` naming the first member that is not that of an entry. */
export function mustBeEntry(value: unknown): asserts value is AuditEntry {
  const isFirst = (value as { readonly v?: unknown } | null)?.v === 1;
  const wrong = (isFirst ? firstShape : shape)(value, 'entry');
  if (wrong !== null) throw new Unverified(wrong);
  const { ts } = value as AuditEntry;
  const at = new Date(ts);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== ts.slice(0, 19)) {
    throw new Unverified(`entry.ts is not an existing date and time: ${ts}`);
  }
}

/** The place an entry states itself; null: format 2, whose place is only where the tree has it. */
export function statedIndex(entry: AuditEntry): number | null {
  return entry.v === 1 ? entry.index : null;
}
