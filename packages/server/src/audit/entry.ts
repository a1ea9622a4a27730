import { canonicalText } from '@attain/domain/proofs/canonical';
import { type AuditEntry, mustBeEntry, type RequestTrace } from '@attain/domain/proofs/entry';
import { Unverified } from '@attain/domain/proofs/unverified';
import { sha256Hex } from './canonical.ts';

/** What an entry says; absent members mean "none". */
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

/** The entry for these facts, with an id of its own. Throws `Unverified` naming the first invalid member. */
export function buildEntry(facts: EntryFacts, id: string): AuditEntry {
  const { reason, object } = facts;
  const entry: AuditEntry = {
    v: 2,
    id,
    log: facts.log,
    ts: timestampOf(facts.at),
    tenant: facts.tenant,
    env: facts.env ?? 'production',
    actor: facts.actor,
    action: facts.action,
    object: { type: object.type, id: object.id, version: object.version ?? null },
    before: facts.before ?? null,
    after: facts.after ?? null,
    reason: reason ? reasonOf(reason) : null,
    request: facts.request ?? null,
    policy: facts.policy ?? null,
    evidence: facts.evidence ?? [],
    app: facts.app,
    personal: facts.personal ?? null,
  };
  mustBeEntry(entry);
  return entry;
}

const maxCode = 500;

/** A list of codes that is too long for an entry ends at a whole one with `…`; the hash of all of it takes its place. */
function reasonOf({ code, text }: NonNullable<EntryFacts['reason']>): AuditEntry['reason'] {
  if (code.length <= maxCode) return { code, textHash: text === undefined ? null : sha256Hex(text) };
  const start = code.slice(0, maxCode - 1);
  const whole = start.slice(0, start.lastIndexOf(',') + 1) || start;
  return { code: `${whole}…`, textHash: sha256Hex(text ?? code) };
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
