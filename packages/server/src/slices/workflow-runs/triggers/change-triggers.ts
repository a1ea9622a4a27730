import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { WriteTx } from '../../../db/write.ts';
import { hookSecret } from './hook-secret.ts';
import {
  deleteTrigger,
  hasWorkflow,
  lockTrigger,
  logSize,
  type ShownTrigger,
  saveTrigger,
  type TriggerRow,
} from './trigger-store.ts';
import { columnsOf, triggerWire, whenOf } from './trigger-wire.ts';

/**
 * Makes a schedule, webhook or event of a workflow; it is on, and its runs have the rights of the actor. A webhook's secret
 * is in this answer and in no other. Refuses NOT_FOUND, BAD_INPUT for a schedule that never happens, CONFLICT for a name.
 */
export async function createTrigger(
  ctx: AppContext,
  actor: Actor,
  input: { workflowId: string; name: string; when: TriggerWhen },
) {
  mustAllow(actor, 'publish:workflows');
  const { workflowId, name, when } = input;
  const wire = await ctx.write(actor, async (tx) => {
    found((await hasWorkflow(tx, workflowId)) ? workflowId : null, 'workflow');
    const id = newId();
    const columns = columnsOf(ctx, when, { isEnabled: true, address: null, logSize: await logSize(tx) });
    const own = { id, tenantId: tx.tenantId, workflowId, name, secretNumber: 1, runsAs: actor.userId };
    await saveTrigger(tx, { ...own, isEnabled: true, ...columns });
    recordAct(tx, 'created', id);
    return triggerWire(ctx, actor, await reread(tx, id));
  });
  return { ...wire, secret: secretOf(ctx, actor, { id: wire.id, kind: wire.when.kind, secretNumber: 1 }) };
}

/** Changes name and settings. Refuses CONFLICT when it should become another kind: that is another trigger. */
export function changeTrigger(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string; when: TriggerWhen },
) {
  return change(ctx, actor, { id: input.id, act: 'changed' }, (row) => {
    if (input.when.kind !== row.kind)
      throw new ApiError('CONFLICT', `“${row.name}” is a ${row.kind}. Make a new trigger for another kind.`);
    return { row: { ...row, name: input.name, runsAs: actor.userId }, when: input.when };
  });
}

/** Switches a trigger on, with the actor's rights; what happened while it was off is not made up for. Refuses CONFLICT when it is on. */
export function enableTrigger(ctx: AppContext, actor: Actor, id: string) {
  return change(ctx, actor, { id, act: 'enabled' }, (row) =>
    switched({ ...row, runsAs: actor.userId }, true),
  );
}

/** Switches a trigger off; runs that have begun go on. Refuses CONFLICT when it is off. */
export function disableTrigger(ctx: AppContext, actor: Actor, id: string) {
  return change(ctx, actor, { id, act: 'disabled' }, (row) => switched(row, false));
}

/**
 * Gives a webhook a new secret, shown in this answer only; the old one counts no longer. Who knows it starts runs, and reads
 * their end when they are waited for: they have the actor's rights from now on. Refuses CONFLICT for other kinds.
 */
export async function renewSecret(ctx: AppContext, actor: Actor, id: string) {
  let renewed: number | null = null;
  const wire = await change(ctx, actor, { id, act: 'secret-renewed' }, (row) => {
    if (row.kind !== 'webhook') throw new ApiError('CONFLICT', `A ${row.kind} has no secret.`);
    renewed = row.secretNumber + 1;
    return { row: { ...row, secretNumber: renewed, runsAs: actor.userId }, when: whenOf(row) };
  });
  // a repeated request is answered from what is stored, which holds no secret
  const secretNumber = renewed ?? (await ctx.read(actor, (tx) => reread(tx, id))).secretNumber;
  return { ...wire, secret: secretOf(ctx, actor, { id, kind: 'webhook', secretNumber }) };
}

/** Removes a trigger; its runs stay. */
export function removeTrigger(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const row = found(await lockTrigger(tx, id), 'trigger');
    await deleteTrigger(tx, row.id);
    recordAct(tx, 'removed', id);
    return { id };
  });
}

type Wanted = { readonly row: TriggerRow; readonly when: TriggerWhen };

function switched(row: TriggerRow, isEnabled: boolean): Wanted {
  if (row.isEnabled === isEnabled)
    throw new ApiError('CONFLICT', `“${row.name}” is ${isEnabled ? 'on' : 'off'} already.`);
  return { row: { ...row, isEnabled }, when: whenOf(row) };
}

function change(
  ctx: AppContext,
  actor: Actor,
  { id, act }: { readonly id: string; readonly act: string },
  decide: (row: TriggerRow) => Wanted,
) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const { row, when } = decide(found(await lockTrigger(tx, id), 'trigger'));
    const { isEnabled, address } = row;
    await saveTrigger(tx, {
      ...row,
      ...columnsOf(ctx, when, { isEnabled, address, logSize: await logSize(tx) }),
    });
    recordAct(tx, act, id);
    return triggerWire(ctx, actor, await reread(tx, id));
  });
}

function recordAct(tx: WriteTx, act: string, id: string): void {
  tx.record({ action: `workflow-trigger.${act}`, object: { type: 'workflow-trigger', id } });
}

async function reread(tx: Parameters<typeof lockTrigger>[0], id: string): Promise<ShownTrigger> {
  return found(await lockTrigger(tx, id), 'trigger');
}

function secretOf(
  ctx: AppContext,
  actor: Actor,
  of: { readonly id: string; readonly kind: string; readonly secretNumber: number },
): string | null {
  if (of.kind !== 'webhook') return null;
  return hookSecret(ctx.keys.hooks, { tenantId: actor.tenantId, id: of.id, secretNumber: of.secretNumber });
}
