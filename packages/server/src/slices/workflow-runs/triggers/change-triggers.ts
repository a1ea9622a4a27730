import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { isNarrowed } from '@attain/domain/access/permissions';
import { HOOK_SCHEMES } from '@attain/domain/workflows/hook-schemes';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { WriteTx } from '../../../db/write.ts';
import { rightsOf } from '../../../runs/rights-of.ts';
import { forgetSecret, keepSecret } from '../../connections/kept-secret.ts';
import { hookSecret, secretPlace } from './hook-secret.ts';
import {
  deleteTrigger,
  hasWorkflow,
  listenTo,
  lockTrigger,
  logSize,
  type ShownTrigger,
  saveTrigger,
  selectCaptured,
  selectTriggered,
  type TriggerRow,
} from './trigger-store.ts';
import { columnsOf, triggerWire, whenOf } from './trigger-wire.ts';

/**
 * Creates a schedule, webhook or event trigger whose runs have the actor's rights. Only this response has a webhook's
 * secret. Throws NOT_FOUND, BAD_INPUT for a schedule that never occurs, and CONFLICT for a name in use.
 */
export async function createTrigger(
  ctx: AppContext,
  actor: Actor,
  input: {
    workflowId: string;
    name: string;
    when: TriggerWhen;
    secret?: string | undefined;
    isEnabled: boolean;
  },
) {
  mustAllow(actor, 'publish:workflows');
  const { workflowId, name, when, isEnabled } = input;
  // an event trigger waits for what comes after everything that has happened
  await ctx.db.sequencer.settle(actor.tenantId);
  const wire = await ctx.write(actor, async (tx) => {
    found((await hasWorkflow(tx, workflowId)) ? workflowId : null, 'workflow');
    await mustReachTriggered(tx, actor, workflowId);
    await mustBeInstance(tx, workflowId, when);
    const id = newId();
    const columns = columnsOf(ctx, when, { isEnabled, address: null, logSize: await logSize(tx) });
    const own = { id, tenantId: tx.tenantId, workflowId, name, secretNumber: 1, runsAs: actor.userId };
    const hasOwnSecret = await keepOwnSecret(ctx, tx, actor, { ...own, when, secret: input.secret });
    await saveTrigger(tx, { ...own, isEnabled, ...columns, hasOwnSecret });
    recordAct(tx, 'created', id);
    return triggerWire(ctx, actor, await reread(tx, id));
  });
  const shown = { id: wire.id, when: wire.when, secretNumber: 1, hasOwnSecret: input.secret !== undefined };
  return { ...wire, secret: secretOf(ctx, actor, shown) };
}

/** Updates name and settings. Throws CONFLICT for another kind: that needs a new trigger. */
export function changeTrigger(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string; when: TriggerWhen; secret?: string | undefined },
) {
  return change(ctx, actor, { id: input.id, act: 'changed', secret: input.secret }, (row) => {
    if (input.when.kind !== row.kind)
      throw new ApiError(
        'CONFLICT',
        `“${row.name}” is a ${row.kind}. Create a new trigger for another kind.`,
      );
    const secretNumber = row.secretNumber + (input.secret === undefined ? 0 : 1);
    return { row: { ...row, name: input.name, secretNumber, runsAs: actor.userId }, when: input.when };
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
export async function renewSecret(
  ctx: AppContext,
  actor: Actor,
  { id, secret }: { id: string; secret?: string | undefined },
) {
  let renewed: number | null = null;
  const wire = await change(ctx, actor, { id, act: 'secret-renewed', secret, fresh: true }, (row) => {
    if (row.kind !== 'webhook') throw new ApiError('CONFLICT', `A ${row.kind} has no secret.`);
    renewed = row.secretNumber + 1;
    return { row: { ...row, secretNumber: renewed, runsAs: actor.userId }, when: whenOf(row) };
  });
  // a repeated request is answered from what is stored, which holds no secret
  const secretNumber = renewed ?? (await ctx.read(actor, (tx) => reread(tx, id))).secretNumber;
  const shown = { id, when: wire.when, secretNumber, hasOwnSecret: secret !== undefined };
  return { ...wire, secret: secretOf(ctx, actor, shown) };
}

/** Removes a trigger; its runs stay. */
export function removeTrigger(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const row = found(await lockTrigger(tx, id), 'trigger');
    await deleteTrigger(tx, row.id);
    await forgetSecret(tx, secretPlace(row).credentialId);
    recordAct(tx, 'removed', id);
    return { id };
  });
}

interface Asked {
  readonly id: string;
  readonly act: string;
  /** The sender's secret, in place of the one before. */
  readonly secret?: string | undefined;
  /** Whether a secret of the sender that is not given is forgotten. */
  readonly fresh?: boolean;
}

type Wanted = { readonly row: TriggerRow; readonly when: TriggerWhen };

function switched(row: TriggerRow, isEnabled: boolean): Wanted {
  if (row.isEnabled === isEnabled)
    throw new ApiError('CONFLICT', `“${row.name}” is already ${isEnabled ? 'on' : 'off'}.`);
  return { row: { ...row, isEnabled }, when: whenOf(row) };
}

async function change(
  ctx: AppContext,
  actor: Actor,
  { id, act, secret, fresh = false }: Asked,
  decide: (row: TriggerRow) => Wanted,
) {
  mustAllow(actor, 'publish:workflows');
  await ctx.db.sequencer.settle(actor.tenantId);
  return ctx.write(actor, async (tx) => {
    const { row, when } = decide(found(await lockTrigger(tx, id), 'trigger'));
    const { isEnabled, address } = row;
    if (act === 'changed') await mustBeInstance(tx, row.workflowId, when);
    if (row.isEnabled && row.runsAs === actor.userId) await mustReachTriggered(tx, actor, row.workflowId);
    const had = row.hasOwnSecret && !fresh;
    const hasOwnSecret = await keepOwnSecret(ctx, tx, actor, { ...row, when, secret, had });
    await saveTrigger(tx, {
      ...row,
      ...columnsOf(ctx, when, { isEnabled, address, logSize: await logSize(tx) }),
      hasOwnSecret,
    });
    recordAct(tx, act, id);
    return triggerWire(ctx, actor, await reread(tx, id));
  });
}

/** Later runs have all rights of the person, so an API token that starts them must reach what they need. */
export async function mustReachTriggered(tx: WriteTx, actor: Actor, workflowId: string): Promise<void> {
  if (!isNarrowed(actor.roles)) return;
  mustReach(actor, (await rightsOf(tx, [workflowId])).get(workflowId) ?? []);
}

function recordAct(tx: WriteTx, act: string, id: string): void {
  tx.record({ action: `workflow-trigger.${act}`, object: { type: 'workflow-trigger', id } });
}

async function reread(tx: Parameters<typeof lockTrigger>[0], id: string): Promise<ShownTrigger> {
  return found(await lockTrigger(tx, id), 'trigger');
}

/** Keeps the secret that a sender gave, if there is one. Throws BAD_INPUT for a scheme that needs one and has none. */
async function keepOwnSecret(
  ctx: AppContext,
  tx: WriteTx,
  actor: Actor,
  of: Pick<TriggerRow, 'id' | 'name' | 'secretNumber'> & {
    readonly when: TriggerWhen;
    readonly secret: string | undefined;
    readonly had?: boolean;
  },
): Promise<boolean> {
  const { when, secret, had = false } = of;
  if (when.kind !== 'webhook') return false;
  const maker = HOOK_SCHEMES[when.scheme].secret;
  const { credentialId } = secretPlace(of);
  if (maker === 'attain' || maker === 'none') {
    if (secret !== undefined) throw noSecret('This kind of webhook takes no secret of your own.');
    if (had) await forgetSecret(tx, credentialId);
    return false;
  }
  if (secret === undefined) {
    if (had) return true;
    if (maker === 'sender') throw noSecret(`Enter the signing secret of ${HOOK_SCHEMES[when.scheme].label}.`);
    return false;
  }
  await keepSecret(ctx, tx, {
    place: secretPlace(of),
    secret,
    name: of.name,
    type: 'webhook',
    userId: actor.userId,
  });
  return true;
}

function noSecret(message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'WF-85', path: 'secret', message }] });
}

/** Throws BAD_INPUT for an instance of another agent, or none. */
async function mustBeInstance(tx: WriteTx, workflowId: string, when: TriggerWhen): Promise<void> {
  if (when.kind !== 'schedule' || when.instance === null) return;
  if ((await selectTriggered(tx, workflowId, when.instance)) !== null) return;
  const message = 'Choose an instance of this workflow’s agent.';
  throw new ApiError('BAD_INPUT', message, {
    problems: [{ rule: 'AGENT-15', path: 'when.instance', message }],
  });
}

/** The secret that Attain made; null: there is none, or it is the sender's. */
function secretOf(
  ctx: AppContext,
  actor: Actor,
  of: {
    readonly id: string;
    readonly when: TriggerWhen;
    readonly secretNumber: number;
    readonly hasOwnSecret: boolean;
  },
): string | null {
  if (of.when.kind !== 'webhook' || of.when.scheme === 'none' || of.hasOwnSecret) return null;
  return hookSecret(ctx.keys.hooks, { tenantId: actor.tenantId, id: of.id, secretNumber: of.secretNumber });
}

/** How long the test address of a webhook is listened to. */
const listenMs = 10 * 60_000;

/** Listens to the test address of a webhook for ten minutes. Throws CONFLICT for other triggers. */
export function listenForTest(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const row = found(await lockTrigger(tx, id), 'trigger');
    if (row.kind !== 'webhook') throw new ApiError('CONFLICT', `A ${row.kind} has no test address.`);
    await listenTo(tx, id, new Date(ctx.clock.now().getTime() + listenMs));
    recordAct(tx, 'listened', id);
    return found(await selectCaptured(tx, id), 'trigger');
  });
}

/** What the test address has caught since it is listened to. */
export function readCaptured(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.read(actor, async (tx) => found(await selectCaptured(tx, id), 'trigger'));
}
