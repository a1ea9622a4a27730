import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { isNarrowed } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { WriteTx } from '../../../db/write.ts';
import { rightsOf } from '../../../runs/rights-of.ts';
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
 * Creates an enabled schedule, webhook or event trigger whose runs have the actor's rights. Only this response has a
 * webhook's secret. Throws NOT_FOUND, BAD_INPUT for a schedule that never occurs, and CONFLICT for a name in use.
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
    await mustReachTriggered(tx, actor, workflowId);
    const id = newId();
    const columns = columnsOf(ctx, when, { isEnabled: true, address: null, logSize: await logSize(tx) });
    const own = { id, tenantId: tx.tenantId, workflowId, name, secretNumber: 1, runsAs: actor.userId };
    await saveTrigger(tx, { ...own, isEnabled: true, ...columns });
    recordAct(tx, 'created', id);
    return triggerWire(ctx, actor, await reread(tx, id));
  });
  return { ...wire, secret: secretOf(ctx, actor, { id: wire.id, kind: wire.when.kind, secretNumber: 1 }) };
}

/** Updates name and settings. Throws CONFLICT for another kind: that needs a new trigger. */
export function changeTrigger(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string; when: TriggerWhen },
) {
  return change(ctx, actor, { id: input.id, act: 'changed' }, (row) => {
    if (input.when.kind !== row.kind)
      throw new ApiError(
        'CONFLICT',
        `“${row.name}” is a ${row.kind}. Create a new trigger for another kind.`,
      );
    return { row: { ...row, name: input.name, runsAs: actor.userId }, when: input.when };
  });
}

/** Enables a trigger with the actor's rights; missed events are not made up. Throws CONFLICT if it is enabled. */
export function enableTrigger(ctx: AppContext, actor: Actor, id: string) {
  return change(ctx, actor, { id, act: 'enabled' }, (row) =>
    switched({ ...row, runsAs: actor.userId }, true),
  );
}

/** Disables a trigger; running runs continue. Throws CONFLICT if it is disabled. */
export function disableTrigger(ctx: AppContext, actor: Actor, id: string) {
  return change(ctx, actor, { id, act: 'disabled' }, (row) => switched(row, false));
}

/**
 * Replaces the secret of a webhook and returns it once; the old one stops working. Holders of the secret start runs and
 * can wait for their end, so runs have the actor's rights from now on. Throws CONFLICT for other kinds.
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
    throw new ApiError('CONFLICT', `“${row.name}” is already ${isEnabled ? 'on' : 'off'}.`);
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
    if (row.isEnabled && row.runsAs === actor.userId) await mustReachTriggered(tx, actor, row.workflowId);
    await saveTrigger(tx, {
      ...row,
      ...columnsOf(ctx, when, { isEnabled, address, logSize: await logSize(tx) }),
    });
    recordAct(tx, act, id);
    return triggerWire(ctx, actor, await reread(tx, id));
  });
}

/** Later runs have all rights of the person, so an API token that starts them must reach what they need. */
async function mustReachTriggered(tx: WriteTx, actor: Actor, workflowId: string): Promise<void> {
  if (!isNarrowed(actor.roles)) return;
  mustReach(actor, (await rightsOf(tx, [workflowId])).get(workflowId) ?? []);
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
