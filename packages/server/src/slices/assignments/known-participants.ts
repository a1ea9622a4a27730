import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectUnknownParticipants } from './assignment-store.ts';

/** BAD_INPUT naming every id that is no participant's, each at its place in the request; the sentence shows the first twenty. */
export async function mustBeParticipants(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const unknown = new Set(await selectUnknownParticipants(tx, ids));
  if (unknown.size === 0) return;
  const named = [...unknown].slice(0, 20).map((id) => `“${id}”`);
  const more = unknown.size > named.length ? ` and ${unknown.size - named.length} more` : '';
  const problems = ids.flatMap((id, at) => {
    if (!unknown.has(id)) return [];
    const message = `Participant “${id}” not found. Import the participant or correct the ID.`;
    return [{ rule: 'BASE-9', path: `participantIds[${at}]`, message }];
  });
  throw new ApiError(
    'BAD_INPUT',
    `Participants not found: ${named.join(', ')}${more}. Nothing was changed.`,
    { problems },
  );
}
