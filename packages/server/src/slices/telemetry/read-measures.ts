import type { Measures, Metric } from '@attain/contract/telemetry';
import { decimal } from '@attain/domain/base/decimal';
import { changeOf, sharePercent } from '@attain/domain/costs/cost-figures';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { addedCosts } from '../records/cost-conversions.ts';
import { onlyStartedBy } from '../workflow-runs/visible-run.ts';
import {
  type CountedRuns,
  countErrors,
  countRuns,
  type MeasuredRuns,
  type RunCosts,
  type RunCounts,
  selectNames,
  sumCosts,
} from './measure-store.ts';
import { maySeeCosts } from './read-traces.ts';
import { bucketOf, bucketsIn, type Range, spanOf } from './time-range.ts';
import { selectCurrency } from './trace-store.ts';

const maxErrors = 50;

type Counts = Measures['totals'];
interface Used {
  readonly cost: string | null;
  readonly tokens: number | null;
}

/** Figures of the runs that the actor may see and that began in a range. Throws NOT_FOUND for an unknown workflow. */
export function readMeasures(
  ctx: AppContext,
  actor: Actor,
  input: Range & { workflowId?: string | undefined },
): Promise<Measures> {
  const startedBy = onlyStartedBy(actor);
  const span = spanOf(ctx.clock.now(), input);
  const bucketMs = bucketOf(span);
  const showsCost = maySeeCosts(actor);
  return ctx.read(
    actor,
    async (tx) => {
      const { workflowId = null } = input;
      if (workflowId !== null) found((await selectNames(tx, [workflowId]))[0] ?? null, 'workflow');
      const currency = await selectCurrency(tx);
      const runs: MeasuredRuns = { ...span, workflowId, startedBy };
      const length = Date.parse(span.to) - Date.parse(span.from);
      const before = { ...runs, from: new Date(Date.parse(span.from) - length).toISOString(), to: span.from };
      const read = async (of: MeasuredRuns, lengthMs: number) => {
        const counted = await countRuns(tx, of, lengthMs);
        const costs = await sumCosts(tx, of, lengthMs);
        const priced = showsCost ? costs : [];
        const total = await addedCosts(tx, priced.filter(isAll), { into: currency, by: keyOf });
        const parts = await addedCosts(tx, priced, { into: currency, by: keyOf });
        return {
          ...groups(counted, costs, (one) => parts.of(keyOf(one)).cost),
          conversions: total.conversions,
        };
      };
      const now = await read(runs, bucketMs);
      const past = await read(before, length);
      const buckets = bucketsIn(span, bucketMs).map((at) => ({
        start: new Date(at * bucketMs).toISOString(),
        ...countsOf(now.runsIn(at), now.usedIn(at)),
        tokens: now.usedIn(at).tokens,
      }));
      const totals = countsOf(now.all, now.used);
      const names = await selectNames(tx, now.workflows);
      return {
        ...span,
        bucketMs,
        currency,
        ...now.conversions,
        totals,
        metrics: metricsOf(
          { counts: totals, tokens: now.used.tokens },
          { counts: countsOf(past.all, past.used), tokens: past.used.tokens },
          { buckets, currency },
        ),
        buckets: buckets.map(({ tokens: _, ...bucket }) => bucket),
        workflows: names
          .map((name) => ({ ...name, ...countsOf(now.runsOf(name.workflowId), now.usedOf(name.workflowId)) }))
          .sort((a, b) => b.runs - a.runs || a.name.localeCompare(b.name)),
        errors: await countErrors(tx, runs, maxErrors),
      };
    },
    { snapshot: true },
  );
}

interface Group {
  readonly bucket: number | null;
  readonly workflowId: string | null;
}

const isAll = ({ bucket, workflowId }: Group) => bucket === null && workflowId === null;
const keyOf = ({ bucket, workflowId }: Group) => `${bucket} ${workflowId}`;

function groups(
  counted: readonly CountedRuns[],
  costs: readonly RunCosts[],
  costOf: (group: Group) => string | null,
) {
  const byBucket = new Map(counted.map((one) => [one.bucket, one]));
  const byWorkflow = new Map(counted.map((one) => [one.workflowId, one]));
  const costsBy = Map.groupBy(costs, keyOf);
  const used = (group: Group): Used => {
    const tokens = (costsBy.get(keyOf(group)) ?? []).flatMap((one) => one.tokens ?? []);
    const cost = costOf(group);
    return { cost, tokens: tokens.length === 0 ? null : tokens.reduce((all, one) => all + one, 0) };
  };
  return {
    all: counted.find(isAll),
    used: used({ bucket: null, workflowId: null }),
    runsIn: (bucket: number) => byBucket.get(bucket),
    usedIn: (bucket: number) => used({ bucket, workflowId: null }),
    runsOf: (workflow: string) => byWorkflow.get(workflow),
    usedOf: (workflow: string) => used({ bucket: null, workflowId: workflow }),
    workflows: counted.flatMap(({ workflowId }) => (workflowId === null ? [] : [workflowId])),
  };
}

const whole = (count: number) => decimal(String(count));

function countsOf(counts: RunCounts | undefined, { cost }: Used): Counts {
  const { runs = 0, completed = 0, failed = 0, cancelled = 0, p50 = null, p95 = null } = counts ?? {};
  const ended = completed + failed + cancelled;
  return {
    runs,
    completed,
    failed,
    cancelled,
    open: runs - ended,
    successRate: sharePercent(whole(completed), whole(ended)),
    p50,
    p95,
    cost,
  };
}

type Measured = { readonly counts: Counts; readonly tokens: number | null };

/** Each metric with its change against the span before (TEL-5); what neither span measured has no change. */
function metricsOf(
  now: Measured,
  past: Measured,
  { buckets, currency }: { buckets: readonly (Counts & { tokens: number | null })[]; currency: string },
): Metric[] {
  const kinds: readonly [Metric['name'], string, (one: Measured) => string | number | null][] = [
    ['runs', 'count', ({ counts }) => counts.runs],
    ['success-rate', 'percent', ({ counts }) => counts.successRate],
    ['errors', 'count', ({ counts }) => counts.failed],
    ['p50', 'ms', ({ counts }) => counts.p50],
    ['p95', 'ms', ({ counts }) => counts.p95],
    ['cost', currency, ({ counts }) => counts.cost],
    ['tokens', 'tokens', ({ tokens }) => tokens],
  ];
  return kinds.map(([name, unit, of]) => {
    const [value, before] = [of(now), of(past)];
    const change =
      value === null || before === null
        ? { trend: 'flat' as const, change: null }
        : changeOf(decimal(String(value)), decimal(String(before)));
    const points = buckets.map((bucket) => {
      const point = of({ counts: bucket, tokens: bucket.tokens });
      return point === null ? null : Number(point);
    });
    return { name, unit, value: value === null ? null : String(value), ...change, points };
  });
}
