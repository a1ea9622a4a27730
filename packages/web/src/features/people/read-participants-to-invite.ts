import { allRows } from '../../api/all-rows.ts';
import { participantsQuery } from '../../api/queries.ts';
import { peopleQuery } from '../../api/requests/people-queries.ts';
import { listOfParticipants } from './participants-to-invite.ts';

/** The CSV of everyone who can be invited now; null if there is no one. */
export async function readParticipantsToInvite(): Promise<string | null> {
  const [participants, people] = await Promise.all([allRows(participantsQuery()), allRows(peopleQuery({}))]);
  return listOfParticipants(participants, people);
}
