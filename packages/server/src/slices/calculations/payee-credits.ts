import type { Participant } from '@attain/domain/quotas/participant';
import type { TenantTx } from '../../db/database.ts';
import { addRow, type CreditedRow, type PayeeCredits } from '../records/ledger/credited-deal.ts';
import { readCredits } from '../records/ledger/read-segments.ts';
import { selectMarked } from '../records/ledger/segment-store.ts';
import { type CreditScope, creditRows } from './credit-rows.ts';
import type { NeededRecords } from './needed-records.ts';
import { selectEnrolments } from './payee-store.ts';

/** Payees whose segments are in memory at once. */
const PORTION = 256;
/** Reading the rows of so many payees takes as long as reading all of them. */
const MAX_MARKED = 0.25;

type Needed = Pick<NeededRecords, 'from' | 'levelsBelow'>;

/**
 * What credits each payee of a plan, in the order of the payees: from the segments of the ledger, and from the deals where segments
 * are not written yet or damaged, or credit rolls up along the hierarchy. Several statements: a caller that must see one moment needs a
 * snapshot.
 */
export async function* payeeCredits(
  tx: TenantTx,
  scope: CreditScope,
  { payees, needed }: { readonly payees: readonly Participant[]; readonly needed: Needed },
): AsyncGenerator<{ readonly participant: Participant; readonly credits: PayeeCredits }> {
  const days = { from: needed.from, to: scope.period.to };
  const ids = payees.map(({ id }) => id);
  const marked = needed.levelsBelow === null ? await selectMarked(tx, days, ids) : null;
  if (marked === null || marked.size > payees.length * MAX_MARKED) {
    yield* creditsFromRows(tx, scope, { payees, needed });
    return;
  }
  const spans = Map.groupBy(
    await selectEnrolments(tx, scope.planId, days),
    ({ participantId }) => participantId,
  );
  const fromRows = async (others: readonly Participant[]) => {
    const theirs = { ...scope, participantIds: others.map(({ id }) => id) };
    const rows = new Map<string, PayeeCredits>();
    if (others.length === 0) return rows;
    for await (const { participant, credits } of creditsFromRows(tx, theirs, { payees: others, needed }))
      rows.set(participant.id, credits);
    return rows;
  };
  const rows = await fromRows(payees.filter(({ id }) => marked.has(id)));
  for (let at = 0; at < payees.length; at += PORTION) {
    const portion = payees.slice(at, at + PORTION);
    const written = portion.flatMap(({ id }) => (marked.has(id) ? [] : [id]));
    const segments = await readCredits(tx, days, written);
    const repaired = await fromRows(portion.filter(({ id }) => segments.damaged.has(id)));
    for (const participant of portion) {
      const { id } = participant;
      const credits = rows.get(id) ?? repaired.get(id) ?? segments.read(id, spans.get(id) ?? []);
      yield { participant, credits };
    }
  }
}

/** The same from the deals. */
export async function* creditsFromRows(
  tx: TenantTx,
  scope: CreditScope,
  { payees, needed }: { readonly payees: readonly Participant[]; readonly needed: Needed },
): AsyncGenerator<{ readonly participant: Participant; readonly credits: PayeeCredits }> {
  const paid = new Set(payees.map(({ id }) => id));
  const portions = creditRows(tx, scope, needed);
  let rows: readonly CreditedRow[] = [];
  let at = 0;
  let more = true;
  try {
    for (const participant of payees) {
      const credits: PayeeCredits = { deals: [], sources: null, segments: null };
      for (;;) {
        while (at === rows.length && more) {
          const next = await portions.next();
          more = !next.done;
          rows = next.done ? [] : next.value.filter(({ payee }) => paid.has(payee));
          at = 0;
        }
        const row = rows[at];
        if (row === undefined || row.payee !== participant.id) break;
        addRow(credits, row);
        at += 1;
      }
      yield { participant, credits };
    }
    if (at < rows.length) throw new Error('A deal credits a participant who is not a payee.');
  } finally {
    await portions.return(undefined);
  }
}
