import type { TenantTx } from '../../db/database.ts';
import { selectEmails } from './participants-store.ts';

/** Email addresses by participant; those without one are missing. */
export async function emailsOf(
  tx: TenantTx,
  participantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectEmails(tx, participantIds);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
