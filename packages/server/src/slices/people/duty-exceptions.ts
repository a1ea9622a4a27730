import type { DutyConflict } from '@attain/domain/access/duty-conflicts';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { dutyExceptions } from '../../db/schema/duty-exceptions.ts';
import { notifyPeople } from '../../runs/notify-people.ts';

/** What a second administrator accepted for one member (ACCESS-43). */
export interface Accepted {
  readonly userId: string;
  readonly approvalId: string;
  readonly reason: string;
  readonly until: string;
  readonly conflicts: readonly DutyConflict[];
  readonly at: string;
}

/** Stores an exception for each conflict in place of an earlier one, and notifies the person concerned. */
export async function storeExceptions(tx: TenantTx, accepted: Accepted): Promise<void> {
  const { userId, approvalId, reason, until, conflicts, at } = accepted;
  const isReplaced = ({ roles, duty }: DutyConflict) =>
    conflicts.some((one) => one.duty === duty && one.roles.every((role) => roles.includes(role)));
  await endThose(tx, { userId, at }, isReplaced);
  await tx.db.insert(dutyExceptions).values(
    conflicts.map(({ roles, names, duty }) => ({
      tenantId: tx.tenantId,
      id: newId(),
      userId,
      approvalId,
      roles: [...roles],
      names: [...names],
      duty,
      reason,
      until,
    })),
  );
  const message = `${pairsInWords(conflicts)} until ${dayInWords(until)}. Reason: ${reason}`;
  await notifyPeople(tx, [userId], {
    title: 'You hold conflicting roles by exception',
    message,
    mail: { message },
    severity: 'warning',
    runId: null,
    effectKey: `duty-exception ${approvalId}`,
  });
}

/** Ends the exceptions of which a member no longer has both roles. Their days are past when roles end at their time. */
export async function endExceptions(
  tx: TenantTx,
  { userId, kept, at }: { userId: string; kept: readonly string[]; at: string },
): Promise<void> {
  await endThose(tx, { userId, at }, ({ roles }) => !roles.every((role) => kept.includes(role)));
}

async function endThose(
  tx: TenantTx,
  { userId, at }: { userId: string; at: string },
  isOver: (one: DutyConflict) => boolean,
): Promise<void> {
  const live = and(
    eq(dutyExceptions.tenantId, tx.tenantId),
    eq(dutyExceptions.userId, userId),
    isNull(dutyExceptions.endedAt),
  );
  const { id, roles, names, duty } = dutyExceptions;
  const over = (await tx.db.select({ id, roles, names, duty }).from(dutyExceptions).where(live)).filter(
    isOver,
  );
  if (over.length === 0) return;
  await tx.db
    .update(dutyExceptions)
    .set({ endedAt: sql`${at}::timestamptz` })
    .where(
      and(
        live,
        inArray(
          id,
          over.map((one) => one.id),
        ),
      ),
    );
}

/** `Finance with Plan Designer, Manager with Agent Developer`, each pair once. */
export function pairsInWords(conflicts: readonly Pick<DutyConflict, 'names'>[]): string {
  return [...new Set(conflicts.map(({ names: [one, other] }) => `${one} with ${other}`))].join(', ');
}
