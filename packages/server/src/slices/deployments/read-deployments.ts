import type { DeployedAgent, Deployment, DeploymentDetail } from '@attain/contract/deployments';
import { metrics } from '@attain/domain/deployments/evidence-test';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectDeployments, selectShown } from './deployment-store.ts';
import { selectMatrix } from './matrix-store.ts';

/** One page of deployments, newest first. */
export function listDeployments(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    agent?: string | undefined;
    environment?: string | undefined;
    status?: string | undefined;
  },
): Promise<{ rows: Deployment[]; nextCursor: string | null }> {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const { agent = null, environment = null, status = null, limit } = input;
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectDeployments(tx, { agent, environment, status }, { after, limit });
    return onePage(rows, limit, ({ orderedAt, id }) => [orderedAt, id]);
  });
}

/** A deployment with its stages. Throws NOT_FOUND. */
export function readDeployment(ctx: AppContext, actor: Actor, id: string): Promise<DeploymentDetail> {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, (tx) => deploymentDetail(tx, id));
}

/** The same inside a transaction. */
export async function deploymentDetail(tx: TenantTx, id: string): Promise<DeploymentDetail> {
  const { params, context, ...shown } = found(await selectShown(tx, id), 'deployment');
  const { verdict = null, evidence = [] } = context.watch ?? {};
  return {
    ...shown,
    error: shown.error ?? null,
    stage: shown.stage ?? null,
    stickyBy: params.stickyBy ?? [],
    verdict,
    evidence: metrics.flatMap((metric, at) => {
      const one = evidence[at];
      if (one === undefined) return [];
      const { logE, ...counts } = one;
      return [{ metric, ...counts, eValue: Math.exp(Math.min(logE, 50)) }];
    }),
  };
}

/** One page of agents by name with what of them runs where. */
export function readMatrix(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    agent?: string | undefined;
    search?: string | undefined;
  },
): Promise<{ rows: DeployedAgent[]; nextCursor: string | null }> {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectMatrix(
      tx,
      { agent: input.agent ?? null, search: containing(input.search) },
      { after, limit: input.limit },
    );
    return onePage(rows, input.limit, ({ name, id }) => [name, id]);
  });
}
