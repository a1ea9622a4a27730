import type { Rollback } from '@attain/contract/rollbacks';
import type { Environment } from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import type { MovedAgent, StoredPointer } from '../../db/schema/deployments.ts';
import type { WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { decidersOf } from '../approvals/request-approval.ts';
import {
  insertRollback,
  keepPoint,
  movePointers,
  selectLatestPoint,
  selectNames,
  selectPoint,
  selectPointers,
  selectPoints,
  selectRollbacks,
  selectWaysBack,
} from './rollback-store.ts';

type Paged = { limit: number; cursor?: string | undefined };

/**
 * Puts agents of an environment back to the version before, at once and without prior approval (REL-9): the agents named, or all
 * that moved in the last 24 hours. Throws CONFLICT where there is nothing to go back to.
 */
export function rollBack(
  ctx: AppContext,
  actor: Actor,
  input: { environment: Environment; agents: readonly string[] | null; reason: string },
): Promise<Rollback> {
  mustAllow(actor, 'roll-back:agents');
  const { environment, agents, reason } = input;
  return ctx.write(actor, async (tx) => {
    const ways = await selectWaysBack(tx, { environment, agents, now: ctx.clock.now() });
    const moves = ways
      .filter(({ to }) => to !== null)
      .map(({ agentId, from, to }) => ({ agentId, from, to }));
    const stuck = ways.find(({ to }) => to === null);
    if (agents !== null && stuck !== undefined)
      throw new ApiError('CONFLICT', `Nothing ran before “${stuck.name}” there. Leave it out.`);
    if (moves.length === 0) throw new ApiError('CONFLICT', nothingWords(environment, agents));
    return perform(ctx, tx, { actor, environment, moves, reason, checkpointId: null });
  });
}

/** Keeps what runs in an environment now, within a scheduled process; an unchanged environment keeps its latest restore point. */
export async function takePoint(
  ctx: AppContext,
  tx: TenantTx,
  of: { readonly environment: Environment; readonly description: string; readonly userId: string },
): Promise<{ id: string; hash: string; agents: number; isNew: boolean }> {
  const pointers = await selectPointers(tx, of.environment);
  const hash = hashOf(pointers);
  const agents = pointers.length;
  const latest = await selectLatestPoint(tx, of.environment);
  if (latest?.hash === hash) return { ...latest, agents, isNew: false };
  const id = await keepPoint(tx, { ...of, type: 'scheduled', appVersion: ctx.appVersion });
  return { id, hash, agents, isNew: true };
}

/** Makes an environment run what it ran at a restore point (REL-10). Throws NOT_FOUND, and CONFLICT where that is so already. */
export function restorePoint(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<Rollback> {
  mustAllow(actor, 'roll-back:agents');
  return ctx.write(actor, async (tx) => {
    const point = found(await selectPoint(tx, input.id), 'restore point');
    const { environment, pointers } = point;
    const moves = movesBetween(await selectPointers(tx, environment), pointers);
    if (moves.length === 0)
      throw new ApiError('CONFLICT', 'The environment runs exactly this already. Nothing was restored.');
    return perform(ctx, tx, { actor, environment, moves, reason: input.reason, checkpointId: input.id });
  });
}

interface Performed {
  readonly actor: Actor;
  readonly environment: Environment;
  readonly moves: readonly MovedAgent[];
  readonly reason: string;
  readonly checkpointId: string | null;
}

async function perform(ctx: AppContext, tx: WriteTx, of: Performed): Promise<Rollback> {
  const { actor, environment, moves, reason, checkpointId } = of;
  const started = performance.now();
  const where = environmentWords[environment] ?? environment;
  const backupId = await keepPoint(tx, {
    environment,
    description: `Before the rollback in ${where}`,
    type: 'rollback',
    userId: actor.userId,
    appVersion: ctx.appVersion,
  });
  await movePointers(tx, { environment, moves, userId: actor.userId, reason });
  const id = newId();
  const durationMs = Math.round(performance.now() - started);
  const row = { id, checkpointId, backupId, userId: actor.userId, environment, moves, reason, durationMs };
  await insertRollback(tx, row);
  await tellOthers(tx, { actor, where, count: moves.length, reason, id });
  tx.record({
    action: checkpointId === null ? 'rollback.performed' : 'rollback.restored',
    object: { type: 'rollback', id },
    reason: { code: environment, text: reason },
    evidence: moves.flatMap(({ to }) => (to === null ? [] : [to])).slice(0, 100),
  });
  return found((await selectRollbacks(tx, { after: null, limit: 1, id }))[0], 'rollback');
}

/** No one approves a rollback before; those who could have are notified to review it. */
async function tellOthers(
  tx: TenantTx,
  of: { actor: Actor; where: string; count: number; reason: string; id: string },
): Promise<void> {
  const able = (await decidersOf(tx, 'deployment')).map(({ userId }) => userId);
  const { actor, where, count, reason, id } = of;
  await notifyPeople(
    tx,
    able.filter((userId) => userId !== actor.userId),
    {
      title: `${count === 1 ? '1 agent was' : `${count} agents were`} rolled back in ${where}`,
      message: `By ${actor.displayName}: ${reason}. Review it.`,
      severity: 'warning',
      runId: null,
      about: { of: 'rollback', id },
      effectKey: `rollback/${id}`,
    },
  );
}

function nothingWords(environment: Environment, agents: readonly string[] | null): string {
  const where = environmentWords[environment] ?? environment;
  return agents === null
    ? `No agent was moved in ${where} in the last 24 hours. Choose the agents.`
    : `None of these agents ran another version in ${where} before.`;
}

/** What must move so that an environment runs what it ran then. */
function movesBetween(now: readonly StoredPointer[], then: readonly StoredPointer[]): MovedAgent[] {
  const before = new Map(now.map(({ agentId, hash }) => [agentId, hash]));
  const wanted = new Map(then.map(({ agentId, hash }) => [agentId, hash]));
  return [...new Set([...before.keys(), ...wanted.keys()])]
    .map((agentId) => ({ agentId, from: before.get(agentId) ?? null, to: wanted.get(agentId) ?? null }))
    .filter(({ from, to }) => from !== to);
}

/** One page of rollbacks, newest first. */
export function listRollbacks(ctx: AppContext, actor: Actor, input: Paged) {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectRollbacks(tx, { after, limit: input.limit });
    return onePage(rows, input.limit, ({ at, id }) => [at, id]);
  });
}

/** One page of restore points, newest first. */
export function listPoints(ctx: AppContext, actor: Actor, input: Paged) {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectPoints(tx, { after, limit: input.limit });
    return onePage(rows, input.limit, ({ at, id }) => [at, id]);
  });
}

/** What a restore would move. Throws NOT_FOUND. */
export function comparePoint(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const { environment, pointers } = found(await selectPoint(tx, id), 'restore point');
    const moves = movesBetween(await selectPointers(tx, environment), pointers);
    return { environment, agents: await selectNames(tx, moves) };
  });
}
