import type { TenantTx } from '../../db/database.ts';
import { selectEmails } from './participants-store.ts';

/** Email addresses of all participants by ID; those without one are missing. */
export async function emailsOf(tx: TenantTx): Promise<ReadonlyMap<string, string>> {
  const rows = await selectEmails(tx);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
