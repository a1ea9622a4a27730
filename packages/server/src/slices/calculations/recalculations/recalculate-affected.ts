import { setImmediate } from 'node:timers/promises';
import type { Period } from '@attain/domain/base/period';
import type { Deal } from '@attain/domain/crediting/deal';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { fundedComponents } from '@attain/domain/payouts/limits/fund';
import type { TenantTx } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write.ts';
import { findRun } from '../find-run.ts';
import { type PayeeInput, type PayeeScope, payeeInputs } from '../payee-inputs.ts';
import { payeePayer } from '../payee-pay.ts';
import type { PayoutWriter } from '../payout-writer.ts';
import type { runTally, TalliedRun } from '../run-tally.ts';
import { dependentsOf, dependentsOfDeal } from './dependents.ts';
import {
  type AcceptedChange,
  copyPay,
  countDeals,
  type KeptPay,
  type Moved,
  selectAccepted,
  selectKeptPay,
  selectPlaces,
} from './kept-pay-store.ts';
import { selectPaidRun } from './recalculation-store.ts';

interface Part {
  readonly scope: PayeeScope;
  readonly writer: PayoutWriter;
  readonly tally: ReturnType<typeof runTally>;
}

/** A payee of the new run: paid now, or taken over as stored. */
type Payee = { readonly id: string; readonly fresh: PaidNow | null; readonly kept: KeptPay | null };

type PaidNow = {
  readonly payee: PayeeInput;
  readonly paid: NonNullable<ReturnType<typeof payNow>>;
};

/**
 * For a run that applies one changed record, recalculates only the dependents of the preview and copies everyone else
 * from the previewed run; the result equals a full run, hash for hash. Returns null, with nothing written, if anything
 * else changed or everyone depends on the record: then everyone must be recalculated.
 */
export async function recalculateAffected(
  { records, tx }: { records: TenantTx; tx: WriteTx },
  run: {
    readonly id: string;
    readonly planVersion: number;
    readonly period: Period;
    readonly recalculationId: string | null;
  },
  { scope, writer, tally }: Part,
): Promise<(TalliedRun & { lines: number; deals: number; ratePairs: string[] | null }) | null> {
  const { recalculationId } = run;
  if (recalculationId === null || fundedComponents(scope.plan).length > 0) return null;
  const accepted = await selectAccepted(records, recalculationId);
  if (accepted === null || !(await isAllThatChanged(records, run, accepted))) return null;
  const { base } = accepted;
  const people = await dependents(records, accepted);
  if (people === null) return null;
  const found = await payAgainOf(records, { ...scope, participantIds: people }, base.id);
  if (found === null || !matchesAccepted(found.fresh, accepted)) return null;
  const moved: Moved[] = [];
  const movedSeq = new Int32Array(base.lineCount + 1);
  try {
    for (const { id, fresh, kept } of found.payees) {
      if (fresh !== null) {
        const { lines, total, hashes } = fresh.paid;
        tally.add(id, hashes, total);
        await writer.add(fresh.payee, lines, hashes);
      } else if (kept !== null) {
        tally.add(id, wholeHashes(kept), kept.total);
        const first = writer.skip(kept.lines);
        for (let at = 0; at < kept.lines; at += 1) movedSeq[kept.firstSeq + at] = first + at;
        moved.push({ id, shift: first - kept.firstSeq });
      }
    }
    for (const { bucket, hashes, lineSeqs } of await selectPlaces(records, base.id))
      for (const [at, hash] of hashes.entries()) {
        const lineSeq = movedSeq[lineSeqs[at] ?? 0] ?? 0;
        if (lineSeq > 0) writer.keepPlace(bucket, hash, lineSeq);
      }
  } finally {
    await writer.settled();
  }
  await writer.finish();
  await copyPay(tx, { from: base.id, to: run.id }, moved);
  const deals = await dealsOf({ records, tx }, run.id, { accepted, ...found });
  const ratePairs = base.readPairs && [...new Set([...base.readPairs, ...writer.ratePairs])];
  return { ...tally.end(scope.plan.currency), lines: writer.lineCount, deals, ratePairs };
}

/** How many deals the new run has: of who is in a plan or not the partners may still hold some, any other record moves only deals of those paid again. */
async function dealsOf(
  { records, tx }: { records: TenantTx; tx: WriteTx },
  runId: string,
  {
    accepted,
    fresh,
    gone,
  }: { accepted: AcceptedChange; fresh: ReadonlyMap<string, PaidNow>; gone: readonly string[] },
): Promise<number> {
  const { stated, base } = accepted;
  if (stated.of === 'assignment') return countDeals(tx, runId, null);
  const then = await countDeals(records, base.id, [...fresh.keys(), ...gone]);
  const now = new Set([...fresh.values()].flatMap(({ payee }) => payee.input.deals.map(({ id }) => id)));
  return base.dealCount - then + now.size;
}

/** True if the previewed run is the newest, of the same plan and rules, and nothing but this change came since. */
async function isAllThatChanged(
  records: TenantTx,
  run: { readonly planVersion: number; readonly recalculationId: string | null },
  { base }: AcceptedChange,
): Promise<boolean> {
  if (!base.newest || base.planVersion !== run.planVersion || base.engineVersion !== ENGINE_VERSION)
    return false;
  const { stale } = await findRun(records, base.id);
  return stale.every(({ changeId }) => changeId === run.recalculationId);
}

async function dependents(
  records: TenantTx,
  { stated, recordBefore, base }: AcceptedChange,
): Promise<readonly string[] | null> {
  const paid = await selectPaidRun(records, base.id, stated.of === 'deal' ? stated.id : null);
  if (paid === null) return null;
  if (stated.of !== 'deal') return dependentsOf(records, paid, stated);
  return dependentsOfDeal(records, paid, [recordBefore as Deal | null, stated.after]);
}

function payNow(payee: PayeeInput, pay: ReturnType<typeof payeePayer>) {
  const paid = pay(payee);
  return paid.ok ? paid.value : null;
}

/**
 * Payees of the new run by ID, with new pay for those whose inputs changed; null if one can't be paid, or a hash was
 * not kept.
 */
async function payAgainOf(records: TenantTx, scope: PayeeScope, baseId: string) {
  const kept = await selectKeptPay(records, baseId);
  if (kept.some(({ hashes }) => hashes.figuresHash === null || hashes.leafHash === null)) return null;
  const before = new Map(kept.map((one) => [one.id, one]));
  const gone = new Set((scope.participantIds ?? []).filter((id) => before.has(id)));
  const fresh = new Map<string, PaidNow>();
  const pay = payeePayer(scope);
  for await (const payee of payeeInputs(records, scope)) {
    const { id } = payee.participant;
    gone.delete(id);
    const paid = payNow(payee, pay);
    if (paid === null) return null;
    if (paid.hashes.inputHash !== before.get(id)?.hashes.inputHash) fresh.set(id, { payee, paid });
    await setImmediate();
  }
  const staying = kept.filter(({ id }) => !gone.has(id) && !fresh.has(id));
  const payees: Payee[] = [
    ...staying.map((one) => ({ id: one.id, fresh: null, kept: one })),
    ...[...fresh].map(([id, one]) => ({ id, fresh: one, kept: null })),
  ];
  payees.sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  return { payees, fresh, gone: [...gone] };
}

/** True if exactly the payees of the preview are recalculated, on the inputs it used. */
function matchesAccepted(fresh: ReadonlyMap<string, PaidNow>, { payees }: AcceptedChange): boolean {
  return (
    fresh.size === payees.length &&
    payees.every(
      ({ participantId, inputHash }) => fresh.get(participantId)?.paid.hashes.inputHash === inputHash,
    )
  );
}

function wholeHashes({ hashes: { inputHash, figuresHash, leafHash } }: KeptPay) {
  return { inputHash: inputHash ?? '', figuresHash: figuresHash ?? '', leafHash: leafHash ?? '' };
}
