import type { ViewedList } from '@attain/domain/access/saved-views';
import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { users } from '../../db/schema/people.ts';
import { defaultViews, savedViews as views } from '../../db/schema/saved-views.ts';
import { unlessTaken } from '../../db/unless-taken.ts';

/** A view with its owner’s name, and whether the reader’s list opens with it. */
export type StoredView = Awaited<ReturnType<typeof selectViews>>[number];

const named = (tx: TenantTx, id: string) => and(eq(views.tenantId, tx.tenantId), eq(views.id, id));

/** The views of a list that a person may use, by name; with an id, that one. */
export function selectViews(
  tx: TenantTx,
  { userId, list, id }: { userId: string; list?: ViewedList; id?: string },
) {
  return tx.db
    .select({
      id: views.id,
      list: views.list,
      name: views.name,
      search: views.search,
      isShared: views.isShared,
      ownerId: views.ownerId,
      owner: sql<string>`coalesce(${users.displayName}, '')`,
      isDefault: sql<boolean>`${defaultViews.viewId} IS NOT NULL`,
      revision: views.revision,
    })
    .from(views)
    .leftJoin(users, eq(users.id, views.ownerId))
    .leftJoin(
      defaultViews,
      and(
        eq(defaultViews.tenantId, views.tenantId),
        eq(defaultViews.viewId, views.id),
        eq(defaultViews.userId, userId),
      ),
    )
    .where(
      and(
        eq(views.tenantId, tx.tenantId),
        or(eq(views.ownerId, userId), views.isShared),
        list === undefined ? undefined : eq(views.list, list),
        id === undefined ? undefined : eq(views.id, id),
      ),
    )
    .orderBy(asc(sql`lower(${views.name})`), asc(views.id));
}

/** Locks a view until the transaction ends. */
export async function lockView(tx: TenantTx, id: string): Promise<void> {
  await tx.db.select({ id: views.id }).from(views).where(named(tx, id)).for('update');
}

/** How many views of a list a person has, and how many are shared. */
export async function countViews(tx: TenantTx, ownerId: string, list: ViewedList) {
  const [row] = await tx.db
    .select({
      own: sql<number>`count(*) FILTER (WHERE ${eq(views.ownerId, ownerId)})::int`,
      shared: sql<number>`count(*) FILTER (WHERE ${views.isShared})::int`,
    })
    .from(views)
    .where(and(eq(views.tenantId, tx.tenantId), eq(views.list, list)));
  return row ?? { own: 0, shared: 0 };
}

type Values = Pick<StoredView, 'name' | 'search' | 'isShared'>;

/** Stores a new view. CONFLICT if its owner has one of this name. */
export function insertView(
  tx: TenantTx,
  view: Values & Pick<StoredView, 'id' | 'list' | 'ownerId'>,
): Promise<void> {
  return unlessNamed(view.name, tx.db.insert(views).values({ tenantId: tx.tenantId, ...view }));
}

/** Changes a view. If it is not shared, others no longer open the list with it. CONFLICT if its owner has another one of this name. */
export async function updateView(tx: TenantTx, view: Values & Pick<StoredView, 'id' | 'ownerId'>) {
  const { id, ownerId, name, search, isShared } = view;
  await unlessNamed(
    name,
    tx.db
      .update(views)
      .set({ name, search, isShared, revision: sql`${views.revision} + 1`, updatedAt: sql`now()` })
      .where(named(tx, id)),
  );
  if (!isShared)
    await tx.db
      .delete(defaultViews)
      .where(
        and(
          eq(defaultViews.tenantId, tx.tenantId),
          eq(defaultViews.viewId, id),
          ne(defaultViews.userId, ownerId),
        ),
      );
}

const unlessNamed = (name: string, work: Promise<unknown>) =>
  unlessTaken(
    'saved_views_name',
    work,
    () => new ApiError('CONFLICT', `This list already has a view named “${name}”. Choose another name.`),
  );

/** Deletes a view. */
export async function deleteView(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(views).where(named(tx, id));
}

/** Sets the view with which a list opens for a person; null: none. */
export async function setDefaultView(
  tx: TenantTx,
  { userId, list, id }: { userId: string; list: ViewedList; id: string | null },
): Promise<void> {
  const own = { tenantId: tx.tenantId, userId, list };
  if (id === null)
    await tx.db
      .delete(defaultViews)
      .where(
        and(
          eq(defaultViews.tenantId, tx.tenantId),
          eq(defaultViews.userId, userId),
          eq(defaultViews.list, list),
        ),
      );
  else
    await tx.db
      .insert(defaultViews)
      .values({ ...own, viewId: id })
      .onConflictDoUpdate({
        target: [defaultViews.tenantId, defaultViews.userId, defaultViews.list],
        set: { viewId: id },
      });
}
