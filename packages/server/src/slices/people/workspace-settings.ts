import type { WorkspaceSettings } from '@attain/contract/auth';
import { roles } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';

export async function readWorkspaceSettings(ctx: AppContext, actor: Actor): Promise<WorkspaceSettings> {
  mustAllow(actor, 'read:workspace');
  return ctx.read(actor, selectSettings);
}

/**
 * Updates the given settings and leaves the rest: the reporting currency of payments ordered from now on (PAYM-21;
 * earlier ones keep theirs), the time zone of its days (BASE-11), the end of a fixed day (BASE-12), how long runs are kept after their end (WF-49), and
 * which roles require a second factor (ACCESS-21).
 */
export async function saveWorkspaceSettings(
  ctx: AppContext,
  actor: Actor,
  wanted: {
    [Name in 'reportingCurrency' | 'timeZone' | 'fixedDay' | 'runsKeptDays' | 'secondFactorRoles']?:
      | WorkspaceSettings[Name]
      | undefined;
  },
): Promise<WorkspaceSettings> {
  mustAllow(actor, 'edit:workspace');
  const saved = await ctx.write(actor, async (tx) => {
    // of two who save at once, the second leaves what the first has chosen
    await tx.client.query('SELECT 1 FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [tx.tenantId]);
    const before = await selectSettings(tx);
    const {
      reportingCurrency = null,
      timeZone = before.timeZone,
      fixedDay = before.fixedDay,
      runsKeptDays = before.runsKeptDays,
    } = wanted;
    const required = wanted.secondFactorRoles ?? before.secondFactorRoles;
    const secondFactorRoles = roles.filter((role) => required.includes(role));
    await tx.client.query(
      `UPDATE tenants SET reporting_currency = coalesce($2, reporting_currency), runs_kept_days = $3,
         second_factor_roles = $5, time_zone = $6, fixed_day = $7, updated_at = now(),
         runs_kept_set_by = CASE WHEN runs_kept_days IS DISTINCT FROM $3 THEN $4 ELSE runs_kept_set_by END WHERE id = $1`,
      [
        ...[tx.tenantId, reportingCurrency, runsKeptDays, actor.userId, secondFactorRoles],
        ...[timeZone, fixedDay],
      ],
    );
    const after = await selectSettings(tx);
    tx.record({
      action: 'workspace.settings-saved',
      object: { type: 'workspace', id: tx.tenantId },
      before: valueHash(before),
      after: valueHash(after),
    });
    return after;
  });
  await ctx.days.load();
  return saved;
}

async function selectSettings(tx: TenantTx): Promise<WorkspaceSettings> {
  const result = await tx.client.query<WorkspaceSettings>(
    `SELECT currency, coalesce(reporting_currency, currency) AS "reportingCurrency", time_zone AS "timeZone", fixed_day AS "fixedDay", runs_kept_days AS "runsKeptDays",
            second_factor_roles AS "secondFactorRoles", mail_server IS NOT NULL AS "sendsMail"
       FROM tenants WHERE id = $1`,
    [tx.tenantId],
  );
  return found(result.rows[0], 'workspace');
}
