import { isDeepStrictEqual } from 'node:util';
import type { ApprovalFacts } from '@attain/contract/approvals';
import { skippedErrors } from '@attain/contract/import-status';
import type { ImportCounts, ImportTotal } from '@attain/contract/imports';
import { scopeOf } from '@attain/domain/access/permissions';
import { sizeInCurrency } from '@attain/domain/approvals/import-limits';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decide } from '../approvals/decide-approval.ts';
import { closeRequest, hasOtherDecider, requestApproval, standingOf } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { controlsOf } from './control-totals.ts';
import { hasFile } from './import-file.ts';
import {
  type Asked,
  markStarted,
  type StoredImport,
  selectAsked,
  selectCurrency,
  selectImport,
  updateApproval,
} from './imports-store.ts';
import { allKinds } from './kinds/all-kinds.ts';
import { editorsOf, limitExceeded, sizeOf } from './over-limit.ts';

const kind = 'import';

/**
 * Asks for approval of a checked import over the limits. True: it waits; false: no one else could approve it, so that who imports
 * did, and the log marks it. Throws NOT_ALLOWED if no one may approve, CONFLICT if everyone who may is paid by it.
 */
export async function askForImport(
  ctx: AppContext,
  tx: TenantTx,
  { actor, stored, limit }: { actor: Actor; stored: StoredImport; limit: 'rows' | 'amount' },
): Promise<boolean> {
  const { id, fileName, summary } = stored;
  const asked = found(await selectAsked(tx, id), 'import');
  const editors = editorsOf(asked);
  const waits = await hasOtherDecider(tx, kind, [actor.userId, ...editors]);
  if (!waits && scopeOf(actor.roles, 'approve:results') !== 'tenant')
    throw new ApiError(
      'NOT_ALLOWED',
      'This import needs approval, and no one can approve it. Give someone else the role Finance or Administrator.',
    );
  if (waits && !(await hasOtherDecider(tx, kind, [actor.userId, ...editors, ...asked.benefits])))
    throw new ApiError(
      'CONFLICT',
      'Everyone who could approve this import is paid by its records. Give someone else the role Finance.',
    );
  const size = sizeOf(found(summary, 'dry run'));
  const currency = await selectCurrency(tx);
  const amount = sizeInCurrency(size, currency);
  const money = size.totals.find((one) => one.currency !== null);
  const shown =
    amount === null
      ? money && { amount: money.amount, currency: money.currency ?? currency }
      : money && { amount: moneyText(decimal(amount), currency), currency };
  const hash = contentHash(stored, asked);
  const approvalId = await requestApproval(tx, ctx.clock, {
    kind,
    subject: { type: 'import', id },
    askedBy: actor.userId,
    excluded: [...editors, ...asked.benefits],
    hash,
    summary: `Import of ${allKinds[stored.kind].label.toLowerCase()} from ${fileName}`,
    amount: shown ?? null,
    facts: factsOf(stored, limit),
    isAlone: !waits,
    notify: waits,
  });
  await updateApproval(tx, id, approvalId);
  if (waits) return true;
  const vote = { kind, subjectId: id, actor, clock: ctx.clock, hash, reason: null } as const;
  await castVote(tx, { ...vote, decision: 'approve', mayActAlone: true });
  return false;
}

/** Of everything that decides what is stored: the files, how they are read, and what that does. */
function contentHash(stored: StoredImport, asked: Asked): string {
  const { id, kind, contentHash, mapping, summary, skipBadRows } = stored;
  const { added = 0, changed = 0, totals = [], removal, skipped } = summary ?? {};
  const removed = removal && { rows: removal.rows, totals: removal.totals };
  const counted = { added, changed, totals, removed, skipped: skipBadRows ? skipped : undefined };
  return valueHash({ id, kind, contentHash, lookups: asked.lookups, mapping, ...counted });
}

function factsOf(stored: StoredImport, limit: 'rows' | 'amount'): ApprovalFacts {
  const { summary, fileName } = stored;
  const {
    rows = 0,
    added = 0,
    changed = 0,
    unchanged = 0,
    removal,
    from,
    to,
    totals = [],
    stale = [],
  } = summary ?? {};
  const bad = skippedErrors(summary);
  return {
    figures: [
      textFact('File', fileName),
      textFact('Rows', String(rows)),
      textFact('New records', String(added)),
      textFact('Changed records', String(changed)),
      textFact('Unchanged records', String(unchanged)),
      ...(removal ? [textFact('Removed records', String(removal.rows))] : []),
      ...(bad > 0 ? [textFact('Rows with errors, skipped', String(bad))] : []),
      ...totals.map((total) => amountFact('Total', total)),
      ...(removal?.totals ?? []).map((total) => amountFact('Removed total', total)),
      ...controlsOf(stored).map(({ label, found, stated }) =>
        textFact(`Control total, ${label}`, `${stated ?? 'not stated'}; ${found} in the file`),
      ),
      ...(stored.control?.reason ? [textFact('Reason for the difference', stored.control.reason.text)] : []),
      ...(from
        ? [
            textFact(
              'Dates',
              from === to || !to ? dayInWords(from) : `${dayInWords(from)} – ${dayInWords(to)}`,
            ),
          ]
        : []),
      textFact('Over the limit of', limit === 'rows' ? 'records' : 'amount'),
    ],
    against: null,
    warnings: stale.map(
      ({ planName, periodKey, version }) => `${planName}, ${periodKey}, v${version} becomes out of date.`,
    ),
  };
}

function amountFact(label: string, { unit, currency, amount }: ImportTotal) {
  return { ...textFact(currency === null ? `${label}, ${unit}` : label, amount), currency };
}

/** The decision of the inbox: an approval stores the rows, if they are still those that were checked. */
export const decideImport: Decide = async (tx, { ctx, actor, request, decision, hash, reason }) => {
  const id = request.subjectId;
  const stored = found(await selectImport(tx, id, true), 'import');
  const asked = found(await selectAsked(tx, id), 'import');
  const isSame = stored.status === 'checked' && contentHash(stored, asked) === request.hash;
  if (decision === 'approve' && !isSame)
    throw new ApiError('CONFLICT', 'This import changed after approval was asked for. Reject it.');
  if (decision === 'approve' && !hasFile(ctx, id))
    throw new ApiError('CONFLICT', 'The file of this import is no longer stored. Reject it.');
  const edited = editorsOf(asked).includes(actor.userId);
  const vote = await castVote(tx, {
    ...{ kind, subjectId: id, actor, clock: ctx.clock, decision, hash, reason },
    part: { asked: false, edited, benefits: !edited && asked.benefits.includes(actor.userId) },
  });
  if (vote.status !== 'approved' && vote.status !== 'rejected') return vote.votedAct;
  if (vote.status === 'approved') await startCommit(tx, stored);
  else await updateApproval(tx, id, null);
  return {
    action: vote.status === 'approved' ? 'import.approved' : 'import.rejected',
    object: { type: 'import', id },
    evidence: [request.hash],
    reason: { code: vote.status, ...(reason === null ? {} : { text: reason }) },
  };
};

/** Orders that the checked rows are stored. */
export function startCommit(tx: TenantTx, stored: StoredImport): Promise<void> {
  return markStarted(tx, { ...stored, status: 'committing', total: stored.summary?.rows ?? null });
}

/** Ends the request for an import that is mapped again, given up or too late (APR-6). */
export async function dropApproval(
  tx: TenantTx,
  id: string,
  status: 'void' | 'withdrawn' | 'expired',
): Promise<void> {
  await closeRequest(tx, { kind, subjectId: id, status });
  await updateApproval(tx, id, null);
}

/**
 * Throws CONFLICT if what is about to be stored is not what was approved, or exceeds the limits without approval because records
 * changed after the check.
 */
export async function mustBeAllowed(
  ctx: AppContext,
  tx: TenantTx,
  { stored, now }: { stored: StoredImport; now: ImportCounts },
): Promise<void> {
  const { summary, approvalId } = stored;
  if (summary === null) return;
  if (approvalId !== null) {
    const status = (await standingOf(tx, ctx.clock, approvalId))?.status;
    const isSame =
      summary.added === now.added &&
      summary.changed === now.changed &&
      summary.removal?.rows === now.removal?.rows &&
      isDeepStrictEqual(summary.removal?.totals, now.removal?.totals);
    if (status === 'approved' && isSame) return;
  } else {
    const actual = { ...stored, summary: { ...summary, ...now } };
    const by = editorsOf(found(await selectAsked(tx, stored.id), 'import'));
    if ((await limitExceeded(tx, actual, { by, among: 'committed' })) === null) return;
  }
  throw new ApiError(
    'CONFLICT',
    'The records changed after the check, so that this import needs approval. Nothing was imported; check the file again.',
  );
}
