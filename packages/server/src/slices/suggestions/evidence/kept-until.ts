import { Preferences } from '@attain/contract/auth';
import { modeDuties } from '@attain/domain/suggestions/mode-duties';
import type { TenantTx } from '../../../db/database.ts';
import { selectPreferences } from '../../people/preferences.ts';

/** How long an entry written now is kept, by the user's mode: 7 years in agentic mode, otherwise 5. ISO 8601. */
export async function keptUntil(tx: TenantTx, userId: string, now: Date): Promise<string> {
  const { mode } = (await selectPreferences(tx, userId)) ?? Preferences.parse({});
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + modeDuties(mode).retentionYears);
  return end.toISOString();
}
