import type { Environment } from '@attain/contract/deployments';
import {
  checkRules,
  type EnvironmentRules,
  environments,
  environmentTypeOf,
  type Environment as Id,
  isFrozen,
} from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  saveRules,
  selectProcesses,
  selectRules,
  selectStanding,
  selectTraffic,
} from './environment-store.ts';

/** The three environments, of one agent if asked. */
export async function listEnvironments(ctx: AppContext, actor: Actor, input: { agent?: string | undefined }) {
  mustAllow(actor, 'read:deployments');
  const processes = await selectProcesses(ctx.db.owner);
  const rows = await ctx.read(actor, async (tx) => {
    const found: Environment[] = [];
    for (const id of environments)
      found.push(await environmentOf(ctx, tx, { id, agent: input.agent ?? null, processes }));
    return found;
  });
  return { rows };
}

async function environmentOf(
  ctx: AppContext,
  tx: TenantTx,
  of: {
    readonly id: Id;
    readonly agent: string | null;
    readonly processes: Awaited<ReturnType<typeof selectProcesses>>;
  },
): Promise<Environment> {
  const { id, agent, processes } = of;
  const now = ctx.clock.now();
  const { revision, ...rules } = await selectRules(tx, id);
  const { latency, ...traffic } = await selectTraffic(tx, id, { agent, now });
  const { instances, cpu, memory } = processes;
  return {
    id,
    name: environmentWords[id] ?? id,
    type: environmentTypeOf[id],
    ...(await selectStanding(tx, id, agent)),
    ...traffic,
    instances,
    health: { cpu, memory, latency },
    rules,
    isFrozen: isFrozen(rules, now.toISOString()),
    revision,
  };
}

/** Changes how an environment is deployed to. Throws BAD_INPUT, and CONFLICT if someone else changed it meanwhile. */
export async function saveEnvironment(
  ctx: AppContext,
  actor: Actor,
  input: Omit<EnvironmentRules, 'target'> & {
    id: Id;
    revision: number;
    freezeReason: string;
    target?: number | undefined;
  },
): Promise<Environment> {
  mustAllow(actor, 'edit:environments');
  const { id, revision, freezeReason, target, ...given } = input;
  const rules = must(checkRules(given), 'BAD_INPUT', 'The freeze has no end after its beginning.');
  const processes = await selectProcesses(ctx.db.owner);
  return ctx.write(actor, async (tx) => {
    const before = await selectRules(tx, id, 'FOR UPDATE');
    if (before.revision !== revision)
      throw new ApiError(
        'CONFLICT',
        'Someone else changed this environment. Reload it, then change it again.',
      );
    await saveRules(tx, id, {
      ...rules,
      target: target ?? before.target,
      freezeReason,
      userId: actor.userId,
    });
    tx.record({ action: 'environment.saved', object: { type: 'environment', id } });
    return environmentOf(ctx, tx, { id, agent: null, processes });
  });
}
