import { client } from '../../api/client.ts';
import { listOfParticipants } from './participants-to-invite.ts';

const wholePage = 1000;

/** The list of those who can be invited now; null: there is none. */
export async function readParticipantsToInvite(): Promise<string | null> {
  const [participants, people] = await Promise.all([
    allPages((page) => client.participants.list(page)),
    allPages((page) => client.people.list(page)),
  ]);
  return listOfParticipants(participants, people);
}

async function allPages<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<{
    readonly rows: readonly Row[];
    readonly nextCursor: string | null;
  }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ limit: wholePage, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.rows);
    cursor = page.nextCursor;
  }
  return all;
}
