import { maxListed } from '@attain/domain/access/invitation-list';
import type { Participant, Person } from '../../api/shapes.ts';
import { csvOf } from '../../base/files/table-file.ts';

/** A CSV that invites participants with an email address and no account as sales reps; null if there is no one. */
export function listOfParticipants(
  participants: readonly Pick<Participant, 'id' | 'name' | 'email' | 'leftOn'>[],
  people: readonly Pick<Person, 'participantId' | 'username'>[],
): string | null {
  const linked = new Set(people.map(({ participantId }) => participantId));
  const known = new Set(people.map(({ username }) => username.toLowerCase()));
  const rows = participants
    .filter(({ id, email, leftOn }) => {
      const isFree = email !== null && !linked.has(id) && !known.has(email.toLowerCase());
      return isFree && leftOn === null;
    })
    .slice(0, maxListed)
    .map(({ id, name, email }) => [name, email ?? '', 'Sales Rep', id]);
  return rows.length === 0 ? null : csvOf({ head: ['name', 'username', 'roles', 'participant'], rows });
}
