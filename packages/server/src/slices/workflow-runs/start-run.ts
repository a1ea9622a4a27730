import { isNarrowed } from '@attain/domain/access/permissions';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { versionFor } from '../../runs/deployed-version.ts';
import type { NewRun } from '../../runs/engine/begin-runs.ts';
import type { Delivered } from '../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import { type RunnableVersion, selectByKey, selectRun, selectRunnable } from './run-rows.ts';
import { mustSeeValues } from './visible-run.ts';

export interface RunStart {
  readonly workflowId: string;
  readonly version?: number | undefined;
  /** Default: where the workflow's agent is deployed. */
  readonly environment?: string | undefined;
  readonly input: JsonValue;
  readonly variables: JsonObject;
  /** The same key starts the same run only once. */
  readonly key?: string | undefined;
  readonly trigger: 'manual' | 'api' | 'schedule' | 'webhook' | 'event' | 'sub-workflow';
  readonly parent?: { readonly runId: string; readonly step: JsonObject } | undefined;
  readonly isDraft?: boolean | undefined;
  /** The instance of the agent that it runs for; the transaction holds it for no key update. */
  readonly instanceId?: string | null | undefined;
  /** The valid `traceparent` of the delivery or request that starts it. */
  readonly traceParent?: string | null | undefined;
  /** Of the client that asks for it. */
  readonly clientAddress?: string | undefined;
}

/**
 * Starts a run of a published version and runs it up to the first external step; returns after that is stored. A
 * repeated key returns the run it started. Throws NOT_FOUND without such a version, and CONFLICT if the workflow is
 * retired.
 */
export async function startRun(ctx: AppContext, actor: Actor, start: RunStart) {
  mustAllow(actor, 'run:workflows');
  return startAllowedRun(ctx, actor, async (tx) => {
    if (isNarrowed(actor.roles)) {
      const { workflowId } = start;
      const version = await startableVersion(tx, start);
      for (const one of versionsOf(version))
        mustReach(actor, await rightsOfRun(tx, { ...one, workflowId, parentRunId: null }));
    }
    return start;
  });
}

/** The same where what is started is decided in the transaction that starts it, together with whether the actor may. */
export async function startAllowedRun(
  ctx: AppContext,
  actor: Actor,
  decide: (tx: TenantTx) => Promise<RunStart>,
  action = 'workflow-run.started',
) {
  let delivered: Delivered | null = null;
  const summary = await ctx.write(actor, async (tx) => {
    const { address: clientAddress, traceParent } = actor.request;
    const start = { ...(await decide(tx)), clientAddress, traceParent };
    const started = await beginRun(ctx, tx, actor.userId, start);
    delivered = started.delivered;
    tx.record({
      action,
      object: { type: 'workflow-run', id: started.id },
      ...(started.delivered === null ? { reason: { code: 'known-key' } } : {}),
    });
    return found(await selectRun(tx, started.id), 'run');
  });
  ctx.runs.dispatch(delivered);
  return summary;
}

/**
 * Starts a new run with the input of another, on its version or another one. Throws as `startRun`, and if the input is
 * hidden from the actor.
 */
export async function rerun(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; version?: number | undefined },
) {
  mustAllow(actor, 'run:workflows');
  const before = await ctx.read(actor, async (tx) => {
    return mustSeeValues(tx, actor, input.id);
  });
  if (before.facts.isDraft && input.version === undefined) mustAllow(actor, 'edit:workflows');
  return startRun(ctx, actor, {
    workflowId: before.run.workflowId,
    version: input.version ?? before.run.version,
    ...(input.version === undefined ? { environment: before.facts.environment } : {}),
    input: before.facts.input,
    variables: before.facts.variables,
    instanceId: before.facts.instanceId,
    trigger: 'manual',
    isDraft: input.version === undefined && before.facts.isDraft,
  });
}

/** The part of a start that happens in a transaction; `delivered` is null when the key was used before. */
export async function beginRun(
  ctx: AppContext,
  tx: TenantTx,
  startedBy: string,
  start: RunStart,
): Promise<{ id: string; delivered: Delivered | null }> {
  const { workflowId, key } = start;
  const version = await startableVersion(tx, start);
  const run = newRun(ctx, version, startedBy, start);
  const [delivered = null] = await ctx.runs.begin(tx, [run]);
  if (delivered !== null) return { id: run.id, delivered };
  return { id: found(await selectByKey(tx, workflowId, key ?? ''), 'run'), delivered: null };
}

/**
 * The version to run: a given one, or the newest. Throws NOT_FOUND without it, and CONFLICT if the workflow is retired.
 */
export async function runnableVersion(
  tx: TenantTx,
  workflowId: string,
  wanted: { readonly version?: number | undefined; readonly environment?: string | undefined } = {},
): Promise<RunnableVersion> {
  const { version: number, environment } = wanted;
  const version = await selectRunnable(tx, workflowId, {
    version: number ?? null,
    environment: (number === undefined ? environment : null) ?? null,
  });
  if (version === null) {
    const which = number === undefined ? 'a published version' : `a version ${number}`;
    throw new ApiError('NOT_FOUND', `No workflow “${workflowId}” with ${which} in this workspace.`);
  }
  if (!version.isActive) {
    throw new ApiError('CONFLICT', `“${version.name}” is retired. Restore it before you run it.`);
  }
  return version;
}

/**
 * The version that a start asks for. A version that is named runs where it is told, or in development if its agent is deployed;
 * otherwise the pointer of the environment decides, and where there is none the newest version (REL-1). Throws CONFLICT where staging or
 * production has none although its agent is deployed elsewhere: what was approved there was not approved here.
 */
export async function startableVersion(
  tx: TenantTx,
  start: Pick<RunStart, 'workflowId' | 'version' | 'environment'>,
): Promise<RunnableVersion> {
  const { workflowId, version, environment } = start;
  const found = await runnableVersion(tx, workflowId, { version, environment });
  if (version !== undefined) {
    const where = environment ?? (found.deployed === null ? found.environment : 'dev');
    return { ...found, deployed: null, environment: where };
  }
  if (environment === undefined || found.deployed !== null) return found;
  if (environment !== 'dev' && (await runnableVersion(tx, workflowId)).deployed !== null)
    throw new ApiError(
      'CONFLICT',
      `The agent of “${found.name}” is not deployed to ${environmentWords[environment] ?? environment}. Deploy it there first.`,
    );
  return { ...found, environment };
}

/** Every version that a start may run: beside a canary there are two. */
function versionsOf(found: RunnableVersion): readonly Pick<RunnableVersion, 'version' | 'documentHash'>[] {
  const { deployed } = found;
  if (deployed === null) return [found];
  return deployed.canary === null ? [deployed] : [deployed, deployed.canary];
}

/** A run of this version that is about to begin. */
export function newRun(
  ctx: AppContext,
  runnable: RunnableVersion,
  startedBy: string,
  start: RunStart,
): NewRun {
  const id = newId();
  const { workflowId, input, variables, trigger } = start;
  const { deployed } = runnable;
  const pinned = deployed === null ? null : versionFor(deployed, { input, key: start.key ?? id });
  const atMs = ctx.clock.now().getTime();
  return {
    id,
    workflowId,
    version: (pinned ?? runnable).version,
    documentHash: (pinned ?? runnable).documentHash,
    environment: (deployed ?? runnable).environment,
    agentVersion: pinned?.agentVersion ?? null,
    slot: pinned?.slot ?? null,
    subject: pinned?.subject ?? null,
    trigger,
    input,
    variables,
    startedBy,
    startKey: start.key ?? null,
    parent: start.parent ?? null,
    instanceId: start.instanceId ?? null,
    isDraft: start.isDraft ?? false,
    traceParent: start.traceParent ?? null,
    clientAddress: start.clientAddress,
    past: [],
    event: { id: 'start', kind: 'start', atMs, run: id, input, variables, by: startedBy },
  };
}
