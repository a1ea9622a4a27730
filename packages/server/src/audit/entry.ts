import { canonicalText, parseCanonical, sha256Hex } from './canonical.ts';
import { count, hashText, listOf, nullable, oneOf, record, text } from './shape.ts';
import { Unverified } from './unverified.ts';

/**
 * One act as the audit log keeps it for ever. It holds who, what and hashes, never the values themselves: what was personal
 * can be erased without breaking the log. All texts are at most 500 characters; all hashes SHA-256 in hex.
 */
export interface AuditEntry {
  readonly v: 1;
  /** The log's name (origin) and the entry's place in it; inside the hash, so that no entry can be moved. */
  readonly log: string;
  readonly index: number;
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

/** An entry without its place, which only the log can give; absent members mean "none". */
export interface EntryFacts {
  readonly log: string;
  /** When it happened; the clock's milliseconds are enough. */
  readonly at: Date;
  readonly tenant: string | null;
  readonly env?: string;
  readonly actor: AuditEntry['actor'];
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string; readonly version?: string | null };
  readonly before?: string | null;
  readonly after?: string | null;
  /** The text of a reason is stored only as its hash; keep the text with the object. */
  readonly reason?: { readonly code: string; readonly text?: string } | null;
  readonly request?: RequestTrace | null;
  readonly policy?: AuditEntry['policy'];
  readonly evidence?: readonly string[];
  readonly app: string;
  readonly personal?: AuditEntry['personal'];
}

/** The entry for these facts at this position of the log. Throws `Unverified` naming the first invalid member. */
export function buildEntry(facts: EntryFacts, index: number): AuditEntry {
  const { reason, object } = facts;
  const entry: AuditEntry = {
    v: 1,
    log: facts.log,
    index,
    ts: timestampOf(facts.at),
    tenant: facts.tenant,
    env: facts.env ?? 'production',
    actor: facts.actor,
    action: facts.action,
    object: { type: object.type, id: object.id, version: object.version ?? null },
    before: facts.before ?? null,
    after: facts.after ?? null,
    reason: reason
      ? { code: reason.code, textHash: reason.text === undefined ? null : sha256Hex(reason.text) }
      : null,
    request: facts.request ?? null,
    policy: facts.policy ?? null,
    evidence: facts.evidence ?? [],
    app: facts.app,
    personal: facts.personal ?? null,
  };
  mustBeEntry(entry);
  return entry;
}

/** The entry in a stored body. Throws `NotCanonical` or `Unverified` unless the body is exactly what we would have written. */
export function parseEntry(body: string): AuditEntry {
  const entry = parseCanonical(body);
  mustBeEntry(entry);
  return entry;
}

/** The exact text of an entry that is stored and hashed. */
export function entryBody(entry: AuditEntry): string {
  return canonicalText(entry);
}

/** Request facts for the log. The address is reduced to its network; an unreadable one is omitted. */
export function requestTrace(request: {
  readonly id: string;
  readonly idempotencyKey: string | null;
  readonly address: string;
  readonly userAgent: string;
}): RequestTrace {
  return {
    id: request.id,
    idemKeyHash: request.idempotencyKey === null ? null : sha256Hex(request.idempotencyKey),
    ipTrunc: networkOf(request.address),
    uaHash: request.userAgent === '' ? null : sha256Hex(request.userAgent),
  };
}

const word = text(500);
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

const entryShape = record({
  v: oneOf(1),
  log: word,
  index: count,
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
});

function mustBeEntry(value: unknown): asserts value is AuditEntry {
  const wrong = entryShape(value, 'entry');
  if (wrong !== null) throw new Unverified(wrong);
  const { ts } = value as AuditEntry;
  const at = new Date(ts);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== ts.slice(0, 19)) {
    throw new Unverified(`entry.ts is not an existing date and time: ${ts}`);
  }
}

function timestampOf(at: Date): string {
  if (Number.isNaN(at.getTime())) throw new Unverified('entry.ts is not a time');
  return at.toISOString().replace('Z', '000Z');
}

function networkOf(address: string): string | null {
  const four = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(address);
  if (four) return `${four[1]}.0/24`;
  if (!/^[0-9a-f:.]{2,45}(%.*)?$/i.test(address) || !address.includes(':')) return null;
  const [left = '', right] = address.toLowerCase().split('%')[0]!.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const zeros =
    right === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail]
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return groups.length === 3 && !groups.includes('NaN') ? `${groups.join(':')}::/48` : null;
}
