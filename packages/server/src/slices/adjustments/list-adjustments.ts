import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readerOf } from '../calculations/publications.ts';
import { type Reach, reachOf } from '../participants/visible-participants.ts';
import { selectAdjustmentRows } from './adjustment-store.ts';
import { selectClawbackRows } from './clawback-store.ts';
import { selectDrawRows } from './draw-store.ts';
import { selectHoldRows } from './hold-store.ts';
import { selectLimitRows } from './limit-store.ts';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Adjustments the actor may see, newest first; own and team ones once they are posted, or if the actor entered them. */
export function listPayAdjustments(
  ctx: AppContext,
  actor: Actor,
  input: Page & { participantId?: string | undefined; overridesOf?: string | undefined },
) {
  const { participantId = null, overridesOf = null } = input;
  const postedOrBy = readerOf(actor, 'read:payments') === null ? null : actor.userId;
  return listed(ctx, { actor, input }, (tx, query) =>
    selectAdjustmentRows(tx, { ...query, postedOrBy, participantId, overridesOf }),
  );
}

/** Draws the actor may see, newest first, with what they have advanced and recovered. */
export function listDraws(
  ctx: AppContext,
  actor: Actor,
  input: Page & { participantId?: string | undefined },
) {
  const participantId = input.participantId ?? null;
  return listed(ctx, { actor, input }, (tx, query) => selectDrawRows(tx, { ...query, participantId }));
}

/** Holds the actor may see, newest first, with what they hold back. */
export function listHolds(ctx: AppContext, actor: Actor, input: Page & { open?: boolean | undefined }) {
  const open = input.open ?? null;
  return listed(ctx, { actor, input }, (tx, query) => selectHoldRows(tx, { ...query, open }));
}

/** Clawbacks the actor may see, newest first. */
export function listClawbacks(
  ctx: AppContext,
  actor: Actor,
  input: Page & { participantId?: string | undefined },
) {
  const participantId = input.participantId ?? null;
  return listed(ctx, { actor, input }, (tx, query) => {
    const reader = readerOf(actor, 'read:payments');
    return selectClawbackRows(tx, { ...query, reader, participantId });
  });
}

/** The least and the most payments may be that the actor may see, by participant, currency and first day. */
export function listPaymentLimits(ctx: AppContext, actor: Actor, input: Page) {
  return ctx.read(actor, async (tx) => {
    const reach = await reachOf(tx, actor, 'read:payments');
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, aDay]);
    const rows = await selectLimitRows(tx, { reach, after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.participantId, row.currency, row.from]);
  });
}

interface Query {
  readonly reach: Reach;
  readonly after: readonly string[] | null;
  readonly limit: number;
}

function listed<Row extends { id: string; createdAt: string }>(
  ctx: AppContext,
  { actor, input }: { actor: Actor; input: Page },
  select: (tx: TenantTx, query: Query) => Promise<Row[]>,
) {
  return ctx.read(actor, async (tx) => {
    const reach = await reachOf(tx, actor, 'read:payments');
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await select(tx, { reach, after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.createdAt, row.id]);
  });
}

const aDay = (text: string) => parseDay(text) !== null;
