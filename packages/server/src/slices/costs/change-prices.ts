import type { CostEntry, Price } from '@attain/contract/costs';
import { pricesOverlap } from '@attain/domain/costs/price';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { holdTurn } from '../../db/turns.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import {
  deleteEntry,
  hasConnectionId,
  insertEntry,
  insertPrice,
  type StoredPrice,
  selectCurrency,
  selectEntries,
  selectPrice,
  selectPrices,
  updatePriceEnd,
} from './price-store.ts';

export function listPrices(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:costs');
  return ctx.read(actor, async (tx) => ({ rows: await selectPrices(tx) }));
}

/** Adds a price from a day. Throws BAD_INPUT without such a connection, and CONFLICT if another price holds on a day of it (FIN-5). */
export function createPrice(ctx: AppContext, actor: Actor, input: Omit<Price, 'id'>): Promise<Price> {
  mustAllow(actor, 'edit:costs');
  mustEndAfter(input.validFrom, input.validTo);
  return ctx.write(actor, async (tx) => {
    if (!(await hasConnectionId(tx, input.connection))) throw noConnection(input.connection);
    const price = { ...input, id: newId() };
    await mustBeAlone(tx, price);
    await insertPrice(tx, price, actor.userId);
    const evidence = [valueHash(input)];
    tx.record({ action: 'price.created', object: { type: 'price', id: price.id }, evidence });
    return found(await selectPrice(tx, price.id), 'price');
  });
}

/** Sets the last day of a price. Throws BAD_INPUT for a day before today, because earlier calls were charged by it. */
export function endPrice(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; validTo: string },
): Promise<Price> {
  mustAllow(actor, 'edit:costs');
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectPrice(tx, input.id), 'price');
    mustEndAfter(stored.validFrom, input.validTo);
    if (input.validTo < ctx.clock.today() && input.validTo !== stored.validTo)
      throw wrongEnd(
        `Enter today or a later day. Calls before ${ctx.clock.today()} were charged by this price.`,
      );
    await mustBeAlone(tx, { ...stored, validTo: input.validTo });
    await updatePriceEnd(tx, input.id, input.validTo);
    const evidence = [valueHash(input)];
    tx.record({ action: 'price.ended', object: { type: 'price', id: input.id }, evidence });
    return found(await selectPrice(tx, input.id), 'price');
  });
}

async function mustBeAlone(tx: WriteTx, price: StoredPrice): Promise<void> {
  await holdTurn(tx, 'names', `${tx.tenantId}/prices/${price.connection}`);
  const others = (await selectPrices(tx, price)).filter(({ id }) => id !== price.id);
  const clash = others.find((other) => pricesOverlap(other, price));
  if (clash === undefined) return;
  const until = clash.validTo === null ? 'has no end date' : `ends on ${clash.validTo}`;
  throw new ApiError(
    'CONFLICT',
    `The price from ${clash.validFrom} ${until}, so both would hold on the same day. End it first.`,
  );
}

function mustEndAfter(from: string, to: string | null): void {
  if (to !== null && to < from) throw wrongEnd(`The last day is before the first day, ${from}.`);
}

function wrongEnd(message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'FIN-5', path: '/validTo', message }] });
}

function noConnection(id: string): ApiError {
  const message = `There is no connection “${id}”. Choose one of the workspace’s connections.`;
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'FIN-5', path: '/connection', message }] });
}

export function listEntries(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:costs');
  return ctx.read(actor, async (tx) => ({ rows: await selectEntries(tx) }));
}

/** Adds a monthly cost, by default in the workspace’s currency. */
export function createEntry(
  ctx: AppContext,
  actor: Actor,
  input: Pick<CostEntry, 'name' | 'amount' | 'fromDay' | 'toDay'> & { currency?: string | undefined },
): Promise<CostEntry> {
  mustAllow(actor, 'edit:costs');
  mustEndAfter(input.fromDay, input.toDay);
  return ctx.write(actor, async (tx) => {
    const entry = { ...input, id: newId(), currency: input.currency ?? (await selectCurrency(tx)) };
    await insertEntry(tx, entry, actor.userId);
    const evidence = [valueHash(entry)];
    tx.record({ action: 'cost-entry.created', object: { type: 'cost-entry', id: entry.id }, evidence });
    return entry;
  });
}

/** Throws NOT_FOUND. */
export function removeEntry(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:costs');
  return ctx.write(actor, async (tx) => {
    if (!(await deleteEntry(tx, id))) found(null, 'cost entry');
    tx.record({ action: 'cost-entry.removed', object: { type: 'cost-entry', id } });
    return { removed: true as const };
  });
}
