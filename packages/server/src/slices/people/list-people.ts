import type { Person } from '@attain/contract/people';
import type { Role } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  countPeople,
  selectAdministrators,
  selectOpenTasks,
  selectPeople,
  selectPerson,
} from './people-store.ts';

/** Members and open invitations by name; the search looks at names and user names. */
export function listPeople(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    state?: Person['state'] | undefined;
    role?: Role | undefined;
    kind?: Person['kind'] | undefined;
  },
) {
  mustAllow(actor, 'read:people');
  return ctx.read(actor, async (tx) => {
    const { state, role, kind } = input;
    const filter = { search: containing(input.search), state, role, kind };
    const after = decodeTypedCursor(input.cursor, [anyText, anId]);
    const rows = await selectPeople(tx, filter, { after, limit: input.limit });
    return {
      ...onePage(rows, input.limit, (row) => [row.displayName, row.id]),
      total: await countPeople(tx, filter),
    };
  });
}

/** One person with the tasks that wait for them, so that no one disables someone others wait for unawares. */
export function readPerson(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:people');
  return ctx.read(actor, async (tx) => {
    const person = found(await selectPerson(tx, id), 'person');
    return { ...person, ...(await selectOpenTasks(tx, id)) };
  });
}

/** The active members who are administrators today. */
export function administratorsToday(tx: TenantTx): Promise<string[]> {
  return selectAdministrators(tx);
}
