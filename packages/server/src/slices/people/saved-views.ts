import type { SavedView } from '@attain/contract/saved-views';
import { mayChangeView, type ViewedList, viewedLists, viewLimits } from '@attain/domain/access/saved-views';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import {
  countViews,
  deleteView,
  insertView,
  lockView,
  type StoredView,
  selectViews,
  setDefaultView,
  updateView,
} from './saved-view-store.ts';

/** The actor’s views of a list and the shared ones (ACCESS-46). */
export async function listViews(ctx: AppContext, actor: Actor, list: ViewedList) {
  mustAllow(actor, viewedLists[list].needs);
  const rows = await ctx.read(actor, (tx) => selectViews(tx, { userId: actor.userId, list }));
  return { rows: rows.map((view) => shownTo(actor, view)) };
}

/** Saves a view. CONFLICT if the actor has one of this name, or too many. */
export function createView(
  ctx: AppContext,
  actor: Actor,
  { list, ...values }: Pick<SavedView, 'list' | 'name' | 'search' | 'isShared'>,
): Promise<SavedView> {
  mustAllow(actor, viewedLists[list].needs);
  return ctx.write(actor, async (tx) => {
    const { own, shared } = await countViews(tx, actor.userId, list);
    if (own >= viewLimits.perList)
      throw new ApiError('CONFLICT', `You have ${viewLimits.perList} views of this list. Delete one first.`);
    if (values.isShared) mustFit(shared);
    const id = newId();
    await insertView(tx, { id, list, ownerId: actor.userId, ...values });
    tx.record({
      action: actionOn('created', values.isShared),
      object: { type: 'saved-view', id },
      after: stateHash({ list, ...values }),
    });
    return shownTo(actor, await visibleView(tx, actor, id));
  });
}

/** Renames, changes, shares or stops sharing a view. CONFLICT if it changed since it was read. */
export function changeView(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number } & {
    [key in 'name' | 'search' | 'isShared']?: SavedView[key] | undefined;
  },
): Promise<SavedView> {
  return ctx.write(actor, async (tx) => {
    const before = await changeableView(tx, actor, input.id);
    if (before.revision !== input.revision)
      throw new ApiError('CONFLICT', `“${before.name}” changed since you opened it. Try again.`);
    const after = {
      name: input.name ?? before.name,
      search: input.search ?? before.search,
      isShared: input.isShared ?? before.isShared,
    };
    if (after.isShared && !before.isShared)
      mustFit((await countViews(tx, before.ownerId, before.list)).shared);
    await updateView(tx, { id: before.id, ownerId: before.ownerId, ...after });
    tx.record({
      action: actionOn('changed', before.isShared || after.isShared),
      object: { type: 'saved-view', id: before.id },
      before: stateHash(before),
      after: stateHash({ list: before.list, ...after }),
    });
    const [stored] = await selectViews(tx, { userId: actor.userId, id: before.id });
    return shownTo(actor, stored ?? { ...before, ...after, revision: before.revision + 1 });
  });
}

/** Deletes a view, also as the default of others. */
export function removeView(ctx: AppContext, actor: Actor, id: string) {
  return ctx.write(actor, async (tx) => {
    const view = await changeableView(tx, actor, id);
    await deleteView(tx, id);
    tx.record({
      action: actionOn('removed', view.isShared),
      object: { type: 'saved-view', id },
      before: stateHash(view),
    });
    return { removed: true as const };
  });
}

/** Sets the view with which a list opens for the actor. */
export function chooseDefaultView(
  ctx: AppContext,
  actor: Actor,
  { list, id }: { list: ViewedList; id: string | null },
) {
  mustAllow(actor, viewedLists[list].needs);
  return ctx.write(actor, async (tx) => {
    if (id !== null && (await visibleView(tx, actor, id)).list !== list)
      throw new ApiError('BAD_INPUT', 'This view is of another list.');
    await setDefaultView(tx, { userId: actor.userId, list, id });
    tx.record({
      action: 'saved-view.default-chosen',
      object: { type: 'saved-view', id: id ?? list },
    });
    return { id };
  });
}

/** Only shared views concern the browsers of others. */
function actionOn(act: 'created' | 'changed' | 'removed', isShared: boolean) {
  return `${isShared ? 'saved-view' : 'private-view'}.${act}` as const;
}

/** What the log says a view is. */
function stateHash({
  list,
  name,
  search,
  isShared,
}: Pick<SavedView, 'list' | 'name' | 'search' | 'isShared'>) {
  return valueHash({ list, name, search, isShared });
}

function mustFit(shared: number): void {
  if (shared >= viewLimits.shared)
    throw new ApiError(
      'CONFLICT',
      `${viewLimits.shared} views of this list are shared. Stop sharing one first.`,
    );
}

/** A view that the actor may use, locked. NOT_FOUND for others. */
async function visibleView(tx: TenantTx, actor: Actor, id: string): Promise<StoredView> {
  await lockView(tx, id);
  const [view] = await selectViews(tx, { userId: actor.userId, id });
  const stored = found(view ?? null, 'view');
  mustAllow(actor, viewedLists[stored.list].needs);
  return stored;
}

async function changeableView(tx: TenantTx, actor: Actor, id: string): Promise<StoredView> {
  const view = await visibleView(tx, actor, id);
  if (!mayChangeView(actor, view))
    throw new ApiError('NOT_ALLOWED', `Only ${view.owner} and administrators can change this view.`);
  return view;
}

function shownTo(actor: Actor, { ownerId, ...view }: StoredView): SavedView {
  return {
    ...view,
    isOwn: ownerId === actor.userId,
    mayChange: mayChangeView(actor, { ownerId, isShared: view.isShared }),
  };
}
