import type { Connection } from '@attain/contract/agents/connections';
import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectAssistant, selectConnection, selectConnections, selectNamed } from './connection-store.ts';

export function hasConnection(ctx: AppContext, tenantId: string, kind: ConnectionKind): Promise<boolean> {
  return ctx.db.within(tenantId, async (tx) => (await selectNamed(tx, kind, null)).length > 0);
}

/** A connection, with a mark that changes with its settings. */
export type ChosenModel = NonNullable<Awaited<ReturnType<typeof selectAssistant>>>;

/** The language model that words for the assistant; null: none does. */
export function assistantConnection(ctx: AppContext, tenantId: string): Promise<ChosenModel | null> {
  return ctx.db.within(tenantId, selectAssistant);
}

/** The mail servers of the workspace, by name. */
export async function mailConnections(
  tx: TenantTx,
): Promise<{ readonly id: string; readonly name: string; readonly address: string }[]> {
  const found = await selectConnections(tx, { kind: 'email', search: null, after: null, limit: 200 });
  return found.map(({ id, name, address }) => ({ id, name, address }));
}

/** A connection that brings rows. */
export interface SourceConnection {
  readonly id: string;
  readonly name: string;
  readonly type: 'database' | 'application' | 'folder';
  readonly kind: 'database' | 'http' | 'crm' | 'folder';
  readonly provider: string;
  readonly environment: string;
  readonly address: string;
}

/** The connections that a connector can read from, by name: switched on (CONN-21) and not limited to workflows (CONN-14). */
export async function sourceConnections(tx: TenantTx): Promise<SourceConnection[]> {
  const found: SourceConnection[] = [];
  for (const kind of ['database', 'http', 'crm'] as const) {
    const rows = await selectConnections(tx, { kind, search: null, after: null, limit: 200 });
    found.push(...rows.flatMap((row) => (row.isActive ? (asSource(row) ?? []) : [])));
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** One of them; null: there is none of this id. */
export async function sourceConnection(tx: TenantTx, id: string): Promise<SourceConnection | null> {
  const stored = await selectConnection(tx, id);
  return stored === null ? null : asSource(stored);
}

function asSource({
  id,
  name,
  kind,
  provider,
  environment,
  address,
  workflows,
}: Connection): SourceConnection | null {
  if (workflows.length > 0 || (kind !== 'database' && kind !== 'http' && kind !== 'crm')) return null;
  const type = kind === 'database' ? 'database' : 'application';
  return { id, name, provider, environment, address, kind, type };
}
