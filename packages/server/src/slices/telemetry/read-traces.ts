import type { Span, Trace } from '@attain/contract/telemetry';
import { scopeOf } from '@attain/domain/access/permissions';
import { type Decimal, decimal, plain } from '@attain/domain/base/decimal';
import { attemptId, runSpans } from '@attain/domain/telemetry/run-spans';
import type { Span as PlainSpan, TreeSpan } from '@attain/domain/telemetry/span';
import { spanTree } from '@attain/domain/telemetry/span-tree';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readPrepared } from '../../runs/engine/deliver-events.ts';
import { addedCosts } from '../records/cost-conversions.ts';
import { onlyStartedBy, visibleRun } from '../workflow-runs/visible-run.ts';
import { type Range, spanOf } from './time-range.ts';
import {
  type AttemptUsage,
  selectChildren,
  selectCurrency,
  selectEntries,
  selectTraces,
  selectUsual,
  sumByAttempt,
  sumByRun,
  type TraceFilter,
} from './trace-store.ts';

/** The spans that one trace shows at most, and the runs inside it that are read. */
const maxSpans = 5_000;
const maxRuns = 200;

/** Traces of the runs the actor may see, newest first. */
export function listTraces(
  ctx: AppContext,
  actor: Actor,
  input: Range & {
    limit: number;
    cursor?: string | undefined;
    workflowId?: string | undefined;
    status?: Exclude<TraceFilter['status'], null> | undefined;
    code?: string | undefined;
    minDuration?: number | undefined;
  },
) {
  const startedBy = onlyStartedBy(actor);
  const { from, to } = spanOf(ctx.clock.now(), input);
  return ctx.read(actor, async (tx) => {
    const currency = await selectCurrency(tx);
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const filter: TraceFilter = {
      from,
      to,
      startedBy,
      workflowId: input.workflowId ?? null,
      status: input.status ?? null,
      code: input.code ?? null,
      minDuration: input.minDuration ?? null,
    };
    const rows = await selectTraces(tx, filter, { after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.createdAt, row.id]);
    const ids = maySeeCosts(actor) ? page.rows.map(({ id }) => id) : [];
    const costs = await addedCosts(tx, await sumByRun(tx, ids), { into: currency, by: ({ runId }) => runId });
    return {
      ...page,
      rows: page.rows.map(({ createdAt: _, ...row }) => ({ ...row, ...costs.of(row.id) })),
      currency,
    };
  });
}

/** The trace of a run, with the runs inside it. Throws NOT_FOUND. */
export function readTrace(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<Trace> {
  const read = async (tx: TenantTx): Promise<Trace> => {
    const { run, facts, prepared } = await visibleRun(tx, actor, id);
    const createdMs = Date.parse(run.createdAt);
    const root = { id, parentId: null, title: run.workflowName, trigger: run.trigger, createdMs };
    const children = await childSpans(tx, id, onlyStartedBy(actor));
    const all = [...runSpans(root, prepared, await selectEntries(tx, id)), ...children.spans];
    const tree = spanTree(all, ctx.clock.now().getTime());
    const currency = await selectCurrency(tx);
    const usage = await sumByAttempt(tx, [id, ...children.runIds]);
    const showsCost = maySeeCosts(actor);
    const costs = await addedCosts(tx, showsCost ? usage : [], {
      into: currency,
      by: ({ attemptId }) => attemptId,
    });
    const spans = withUsage(tree, usage, (attempt) => costs.of(attempt).cost);
    const [first] = spans;
    const startMs = tree[0]?.fromMs ?? createdMs;
    return {
      id,
      timestamp: new Date(startMs).toISOString(),
      duration: first?.duration ?? null,
      status: first?.status ?? null,
      operation: run.workflowName,
      workflowId: run.workflowId,
      agentName: run.agentName,
      version: run.version,
      environment: facts.environment,
      trigger: run.trigger,
      startedBy: run.startedBy,
      tokens: first?.tokens ?? null,
      cost: first?.cost ?? null,
      worked: first?.worked ?? 0,
      waited: first?.waited ?? 0,
      currency,
      ...costs.conversions,
      unpriced: usage.reduce((count, one) => count + (one.currency === null ? one.calls : 0), 0),
      usual: await selectUsual(tx, { workflowId: run.workflowId, before: run.createdAt, runId: id }),
      spans: spans.slice(0, maxSpans),
      errors: errorsOf(spans),
      isCut: spans.length > maxSpans || children.isCut,
    };
  };
  // a run that continues meanwhile would otherwise be shown half before and half after
  return ctx.read(actor, read, { snapshot: true });
}

/** Whether what calls cost is shown: permission to view costs. */
export function maySeeCosts(actor: Actor): boolean {
  return scopeOf(actor.roles, 'read:costs') === 'tenant';
}

/** The spans of the runs inside a run; null in `startedBy`: whoever started them. */
export async function childSpans(tx: TenantTx, runId: string, startedBy: string | null) {
  const found = await selectChildren(tx, { runId, startedBy, limit: maxRuns + 1 });
  const children = found.slice(0, maxRuns);
  const spans: PlainSpan[] = [];
  for (const child of children) {
    const prepared = await readPrepared(tx, child);
    const { parentRunId, parentStep, trigger, createdMs } = child;
    const parentId = attemptId(parentRunId, parentStep, parentStep.attempt);
    const title = prepared.workflow.name;
    const named = { id: child.id, parentId, title, trigger, createdMs };
    spans.push(...runSpans(named, prepared, await selectEntries(tx, child.id)));
  }
  return { spans, runIds: children.map(({ id }) => id), isCut: found.length > maxRuns };
}

/** Tokens of each attempt that reported some. */
export function tokensByAttempt(usage: readonly AttemptUsage[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { attemptId, tokens } of usage)
    if (tokens !== null) found.set(attemptId, (found.get(attemptId) ?? 0) + tokens);
  return found;
}

type Sum = { tokens: number | null; cost: Decimal | null };

/** Spans as the wire has them, each with what its parts used. */
function withUsage(
  tree: readonly TreeSpan[],
  usage: readonly AttemptUsage[],
  costOf: (attempt: string) => string | null,
): readonly Span[] {
  const startMs = tree[0]?.fromMs ?? 0;
  const tokensOf = tokensByAttempt(usage);
  const sums = new Map<string, Sum>();
  // parts come after their whole
  for (const span of tree.toReversed()) {
    const cost = costOf(span.id);
    const own = { tokens: tokensOf.get(span.id) ?? null, cost: cost === null ? null : decimal(cost) };
    const whole = added(sums.get(span.id), own);
    sums.set(span.id, whole);
    if (span.parentId !== null) sums.set(span.parentId, added(sums.get(span.parentId), whole));
  }
  return tree.map((span) => {
    const { tokens, cost } = sums.get(span.id) ?? { tokens: null, cost: null };
    return {
      id: span.id,
      parentId: span.parentId,
      depth: span.depth,
      kind: span.kind,
      runId: span.runId,
      node: span.node,
      iteration: span.iteration,
      title: span.title,
      type: span.type,
      attempt: span.attempt,
      turn: span.turn,
      start: Math.round(span.fromMs - startMs),
      duration: span.toMs === null ? null : Math.round(span.toMs - span.fromMs),
      worked: Math.round(span.workedMs),
      waited: Math.round(span.waitedMs),
      waits: span.waits.map((wait) => ({
        start: Math.round(wait.fromMs - startMs),
        duration: wait.toMs === null ? null : Math.round(wait.toMs - wait.fromMs),
        for: wait.for,
      })),
      isTimed: span.isTimed,
      status: span.status,
      error: span.error,
      tokens,
      cost: cost && plain(cost),
    };
  });
}

function added(one: Sum | undefined, other: Sum): Sum {
  if (one === undefined) return other;
  const cost = one.cost && other.cost ? one.cost.plus(other.cost) : (one.cost ?? other.cost);
  const tokens =
    one.tokens === null && other.tokens === null ? null : (one.tokens ?? 0) + (other.tokens ?? 0);
  return { tokens, cost };
}

/** What failed, in its order; a run whose step failed says the same as the step. */
function errorsOf(spans: readonly Span[]): Trace['errors'] {
  const failed = spans.flatMap(({ id, kind, error }) =>
    error === null ? [] : [{ spanId: id, kind, code: error.code, message: error.message }],
  );
  const steps = new Set(failed.filter(({ kind }) => kind !== 'run').map(({ message }) => message));
  return failed
    .filter(({ kind, message }) => kind !== 'run' || !steps.has(message))
    .map(({ spanId, code, message }) => ({ spanId, code, message }));
}
