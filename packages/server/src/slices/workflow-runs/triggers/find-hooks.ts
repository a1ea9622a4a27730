import type { Held } from '@attain/domain/access/permissions';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import type pg from 'pg';
import type { TenantTx } from '../../../db/database.ts';
import { joinDeployed } from '../../../runs/deployed-version.ts';
import type { RunnableVersion } from '../run-rows.ts';
import type { TriggerState } from './fire-trigger.ts';
import { type TriggerRow, triggerColumns } from './trigger-store.ts';

/** A webhook's trigger with all that has to be known before it fires; no version: its workflow cannot be run now. */
export type FoundHook = TriggerRow & {
  readonly standing: Omit<TriggerState, 'version'> & { readonly version: RunnableVersion | null };
  /** The fields its workflow wants to be started with. */
  readonly startFields: JsonValue | undefined;
  /** Whether the workflow has a Respond step. */
  readonly responds: boolean;
  /** All of it that may change, in one text: equal when nothing of it has. */
  readonly stamp: string;
};

type Row = TriggerRow & {
  readonly address: string;
  readonly roles: Held[] | null;
  readonly runnable: RunnableVersion | null;
  readonly startFields: JsonValue | null;
  readonly responds: boolean | null;
  readonly stamp: string;
};

const stamp = `ROW(t.address, t.is_enabled, t.secret_number, t.is_synchronous, t.wait_seconds, t.hook, t.runs_as, t.name,
  w.is_active, w.version, w.environment, w.name, m.roles, u.disabled, deployed.it)::text AS stamp`;
const ofTrigger = `workflow_triggers t
       JOIN workflow_definitions w ON w.tenant_id = t.tenant_id AND w.workflow_id = t.workflow_id
       LEFT JOIN active_members m ON m.tenant_id = t.tenant_id AND m.user_id = t.runs_as LEFT JOIN users u ON u.id = m.user_id
       ${joinDeployed()}`;

/** Webhooks by address. The workspace is not known yet. */
export async function findHooks(
  owner: pg.Pool,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, FoundHook>> {
  const result = await owner.query<Row>({
    name: 'find-hooks',
    text: `SELECT ${triggerColumns}, CASE WHEN NOT u.disabled THEN m.roles END AS roles, ${stamp},
            CASE WHEN w.is_active THEN jsonb_build_object('version', v.version, 'documentHash', v.document_hash,
              'environment', w.environment, 'isActive', w.is_active, 'name', w.name, 'deployed', deployed.it) END AS runnable,
            (SELECT n->'config'->'fields' FROM jsonb_array_elements(v.document->'nodes') n WHERE n->>'type' = 'start' LIMIT 1) AS "startFields",
            v.document->'nodes' @> '[{"type": "respond"}]' AS responds
       FROM ${ofTrigger}
       LEFT JOIN workflow_versions v ON v.tenant_id = w.tenant_id AND v.workflow_id = w.workflow_id
        AND v.version = coalesce((deployed.it->>'version')::int, w.version)
      WHERE t.address = ANY($1) AND t.kind = 'webhook'`,
    values: [[...new Set(addresses)]],
  });
  return new Map(result.rows.map((row) => [row.address, foundHook(row)]));
}

/** True if the hook is unchanged since it was found, read by this transaction. */
export async function isUnchanged(tx: TenantTx, { id, stamp: found }: FoundHook): Promise<boolean> {
  const result = await tx.client.query<{ stamp: string }>({
    name: 'hook-stamp',
    text: `SELECT ${stamp} FROM ${ofTrigger} WHERE t.id = $1`,
    values: [id],
  });
  return result.rows[0]?.stamp === found;
}

function foundHook({ roles, runnable, startFields, responds, ...row }: Row): FoundHook {
  const version = runnable?.version == null ? null : runnable;
  return {
    ...row,
    standing: { roles: roles ?? [], version },
    startFields: startFields ?? undefined,
    responds: responds === true,
  };
}
