import { runSpans } from '@attain/domain/telemetry/run-spans';
import { spanTree } from '@attain/domain/telemetry/span-tree';
import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { readPrepared } from '../../runs/engine/deliver-events.ts';
import type { Look } from '../../runs/look.ts';
import { otlpTrace } from './otlp-trace.ts';
import { childSpans, tokensByAttempt } from './read-traces.ts';
import {
  type DueTrace,
  forgetTrace,
  putOffTrace,
  selectEntries,
  selectTracedRun,
  sumByAttempt,
  takeDueTraces,
  tracesAreDue,
} from './trace-store.ts';

const timeoutMs = 10_000;
/** Seconds before each further attempt; then the trace is given up. */
const pauses = [5, 30, 120, 600, 3600];

export const tracesLook: Look = { isDue: tracesAreDue, act: exportTraces };

/**
 * Sends the traces of ended runs to the operator’s collector. A trace stays queued until the collector has taken it, through
 * restarts; one that is sent twice has the same ids.
 */
async function exportTraces(ctx: AppContext): Promise<void> {
  const { otlpEndpoint } = ctx.settings;
  if (otlpEndpoint === undefined) return;
  await Promise.all((await takeDueTraces(ctx.db.owner)).map((due) => send(ctx, otlpEndpoint, due)));
}

async function send(ctx: AppContext, endpoint: string, due: DueTrace): Promise<void> {
  const body = await ctx.db.within(due.tenantId, (tx) => traceOf(ctx, tx, due.id));
  const problem = body === null ? null : await post(endpoint, body);
  const pause = pauses[due.tries - 1];
  if (problem !== null) ctx.log.warn({ run: due.id, problem }, 'a trace could not be exported');
  await ctx.db.within(due.tenantId, (tx) =>
    problem === null || pause === undefined ? forgetTrace(tx, due.id) : putOffTrace(tx, due.id, pause),
  );
}

async function traceOf(ctx: AppContext, tx: TenantTx, id: string) {
  const run = await selectTracedRun(tx, id);
  // removed since
  if (run === null) return null;
  const prepared = await readPrepared(tx, run);
  const root = {
    id,
    parentId: null,
    title: run.workflowName,
    trigger: run.trigger,
    createdMs: run.createdMs,
  };
  const children = await childSpans(tx, id, null);
  const spans = [...runSpans(root, prepared, await selectEntries(tx, id)), ...children.spans];
  const tree = spanTree(spans, ctx.clock.now().getTime());
  const tokens = tokensByAttempt(await sumByAttempt(tx, [id, ...children.runIds]));
  const { workflowId, agentName, traceParent } = run;
  const origin = { version: ctx.appVersion, tenantId: tx.tenantId, workflowId, agentName, traceParent };
  return otlpTrace(tree, tokens, origin);
}

/** Why a collector did not take it; null: it did. */
async function post(endpoint: string, body: object): Promise<string | null> {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await answer.body?.cancel();
    return answer.ok ? null : `It answered ${answer.status}.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
