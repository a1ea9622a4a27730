import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { noteRecordChange } from '../records/note-record-change.ts';
import type { AssignedDays } from './assignment-store.ts';

/**
 * Writes down which days in a plan were given or taken, also those that lie ahead: every calculation of the plan that has read
 * any of them is then out of date. Nothing for no days.
 */
export async function noteAssignments(
  tx: TenantTx,
  { planId, days, by }: { planId: string; days: readonly AssignedDays[]; by: string },
): Promise<void> {
  const [first] = days;
  if (first === undefined) return;
  const froms = days.map(({ from }) => from).sort();
  const open = days.some(({ to }) => to === null);
  const last = days
    .flatMap(({ to }) => to ?? [])
    .sort()
    .at(-1);
  const participantIds = [...new Set(days.map(({ participantId }) => participantId))].sort();
  const whose = participantIds.length === 1 ? first.participantId : `${participantIds.length} people`;
  await noteRecordChange(tx, {
    id: newId(),
    of: 'assignment',
    name: `Plan assignments of ${whose}`,
    planId,
    dealId: null,
    participantIds,
    currencies: [],
    from: froms[0] ?? first.from,
    to: open ? null : (last ?? null),
    before: null,
    after: null,
    reason: null,
    runId: null,
    createdBy: by,
  });
}
