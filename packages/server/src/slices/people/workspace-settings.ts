import type { WorkspaceSettings } from '@attain/contract/auth';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/refusal.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import type { House } from '../../house.ts';

/** What holds for everybody in the actor's workspace. */
export async function readWorkspaceSettings(house: House, actor: Actor): Promise<WorkspaceSettings> {
  mustAllow(actor, 'read:workspace');
  return house.read(actor, selectSettings);
}

/** Chooses the currency that payments ordered from now on are together told in (PAYM-21); those before keep theirs. */
export async function saveWorkspaceSettings(
  house: House,
  actor: Actor,
  wanted: Pick<WorkspaceSettings, 'reportingCurrency'>,
): Promise<WorkspaceSettings> {
  mustAllow(actor, 'edit:workspace');
  return house.write(actor, async (tx) => {
    const before = await selectSettings(tx);
    await tx.client.query('UPDATE tenants SET reporting_currency = $2, updated_at = now() WHERE id = $1', [
      tx.tenantId,
      wanted.reportingCurrency,
    ]);
    const after = { ...before, ...wanted };
    tx.record({
      action: 'workspace.settings-saved',
      object: { type: 'workspace', id: tx.tenantId },
      before: valueHash(before),
      after: valueHash(after),
    });
    return after;
  });
}

async function selectSettings(tx: TenantTx): Promise<WorkspaceSettings> {
  const result = await tx.client.query<WorkspaceSettings>(
    `SELECT currency, coalesce(reporting_currency, currency) AS "reportingCurrency" FROM tenants WHERE id = $1`,
    [tx.tenantId],
  );
  return found(result.rows[0], 'workspace');
}
