import { setImmediate as turn } from 'node:timers/promises';
import type { Period } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import { creditingPlan } from '@attain/domain/simulations/live/crediting-plan';
import type { AppContext } from '../../../app-context.ts';
import { hashOf } from '../../../audit/canonical.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { fairTurns } from '../../../base/fair-turns.ts';
import type { TenantTx } from '../../../db/database.ts';
import { countPayees, planHistories } from '../../findings/plan-histories.ts';
import { LiveLedger } from './live-ledger.ts';
import { type RecordsSeen, selectRecordsSeen } from './live-store.ts';

/** Whose totals are asked for; plans with the same crediting terms share them. */
export interface LedgerScope {
  /** The plan people are on. */
  readonly planId: string;
  readonly plans: readonly [Plan, ...Plan[]];
  readonly span: Period;
}

/** How far a ledger has been read, in payees. */
export interface Reading {
  readonly done: number;
  readonly total: number | null;
}

interface Entry {
  readonly seen: RecordsSeen | null;
  readonly ledger: LiveLedger | null;
  readonly failure: unknown;
  reading: Reading;
  lastAsked: number;
}

const readingTimeoutMs = 10 * 60 * 1000;
/** Reading ends when nobody has asked for so long. */
const abandonedAfterMs = 10_000;
/** The part of the memory that records of payees may take, beside totals. */
const historyShare = 0.25;

/**
 * Ledgers of all workspaces in this process: read once in one snapshot, kept while the records stay as they were, the least
 * recently used given up first (`ATTAIN_LIVE_MEMORY_MB`).
 */
export class LiveLedgers {
  readonly #ctx: AppContext;
  readonly #maxBytes: number;
  // the order of the keys is the order of use
  readonly #entries = new Map<string, Entry>();
  // reading computes on this thread, so one at a time
  readonly #turns = fairTurns({ atOnce: 1 });
  #closed = false;

  constructor(ctx: AppContext) {
    this.#ctx = ctx;
    this.#maxBytes = ctx.settings.liveMemoryMb * 1_000_000;
  }

  /** The ledger of these records, or how far it has been read; begins to read it if nobody has. */
  ask(actor: Actor, scope: LedgerScope, seen: RecordsSeen): LiveLedger | Reading {
    const crediting = [...new Set(scope.plans.map((plan) => hashOf(creditingPlan(plan))))].sort();
    const { planId, span } = scope;
    const key = hashOf({ tenantId: actor.tenantId, planId, from: span.from, to: span.to, crediting });
    const entry = this.#entries.get(key);
    const isOld = entry?.seen != null && hashOf(entry.seen) !== hashOf(seen);
    if (entry === undefined || isOld) return this.#begin(key, actor, scope);
    this.#entries.delete(key);
    if (entry.failure !== null) throw entry.failure;
    this.#entries.set(key, entry);
    entry.lastAsked = Date.now();
    return entry.ledger ?? entry.reading;
  }

  /** Ends all reading. */
  close(): void {
    this.#closed = true;
    this.#entries.clear();
  }

  #begin(key: string, actor: Actor, scope: LedgerScope): Reading {
    const reading = { done: 0, total: null };
    const entry: Entry = { seen: null, ledger: null, failure: null, reading, lastAsked: Date.now() };
    this.#put(key, entry);
    const read = () =>
      this.#ctx.read(actor, (tx) => this.#read(tx, scope, entry), {
        snapshot: true,
        statementTimeoutMs: readingTimeoutMs,
      });
    this.#turns
      .run(actor.tenantId, read)
      .then((found) => {
        if (this.#entries.get(key) !== entry) return;
        this.#entries.delete(key);
        if (found !== null) this.#put(key, { ...entry, ...found });
      })
      .catch((error: unknown) => {
        if (this.#entries.get(key) !== entry || this.#closed) return;
        // told to whoever asks next, who may then begin anew
        this.#put(key, { ...entry, failure: error });
        if (!(error instanceof ApiError))
          this.#ctx.log.error({ err: error }, 'live design could not be read');
      });
    return entry.reading;
  }

  /** Null: nobody waits any more. */
  async #read(
    tx: TenantTx,
    { planId, plans, span }: LedgerScope,
    entry: Entry,
  ): Promise<Pick<Entry, 'ledger' | 'seen'> | null> {
    const seen = await selectRecordsSeen(tx);
    const total = await countPayees(tx, planId, span);
    const ledger = new LiveLedger(plans, span, this.#maxBytes * historyShare);
    entry.reading = { done: 0, total };
    for await (const { history, name } of planHistories(tx, { planId, plans, span })) {
      if (this.#closed || Date.now() - entry.lastAsked > abandonedAfterMs) return null;
      ledger.add(history, name);
      entry.reading = { done: ledger.payees.length, total };
      if (ledger.bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
      await turn();
    }
    return { ledger, seen };
  }

  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    let bytes = 0;
    for (const { ledger } of this.#entries.values()) bytes += ledger?.bytes ?? 0;
    for (const [other, { ledger }] of this.#entries) {
      if (bytes <= this.#maxBytes || other === key) break;
      if (ledger === null) continue;
      bytes -= ledger.bytes;
      this.#entries.delete(other);
    }
  }
}

function tooLarge(maxBytes: number): ApiError {
  const megabytes = Math.round(maxBytes / 1_000_000);
  return new ApiError(
    'NOT_CALCULABLE',
    `The totals need more than ${megabytes} MB of memory. Choose fewer periods, simulate the plan, or ask your operator to raise ATTAIN_LIVE_MEMORY_MB.`,
  );
}
