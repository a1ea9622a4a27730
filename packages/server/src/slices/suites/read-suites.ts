import type { SuiteDetail, TestRunDetail } from '@attain/contract/suites';
import { withheldSentence } from '@attain/domain/access/permissions';
import { countedFaults, mutationScore } from '@attain/domain/suites/mutation';
import { needsStub, sampleCase, sampleCaseOfStep } from '@attain/domain/suites/sample-case';
import { testType } from '@attain/domain/suites/test-case';
import { canPin } from '@attain/domain/workflows/nodes/bypass';
import { outputsOf } from '@attain/domain/workflows/nodes/node-types';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { loopsOf, graphOf as workflowGraph } from '@attain/domain/workflows/workflow-graph';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found, must } from '../../base/api-error.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { StoredCase } from '../../db/schema/suites.ts';
import { workflowDetail } from '../workflows/workflow-document.ts';
import { countSuites, selectSuite, selectSuites } from './suite-store.ts';
import { selectLatestResults, selectResults, selectTestRun, selectTestRuns } from './test-run-store.ts';

/** Suites by name with their latest results, and totals over all that match. */
export function listSuites(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    workflowId?: string | undefined;
    agent?: string | undefined;
  },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const { workflowId = null, agent = null } = input;
    const filter = { search: containing(input.search), workflowId, agent };
    const after = decodeTypedCursor(input.cursor, [anyText, anId]);
    const rows = await selectSuites(tx, filter, { after, limit: input.limit });
    const { suites, totals } = await countSuites(tx, filter);
    return { ...onePage(rows, input.limit, (row) => [row.name, row.id]), total: suites, totals };
  });
}

/** Throws NOT_FOUND. */
export function readSuite(ctx: AppContext, actor: Actor, id: string): Promise<SuiteDetail> {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => suiteDetail(tx, actor, id));
}

/** A suite in its wire format; values of captured cases only for those who may read them (WF-46). Throws NOT_FOUND. */
export async function suiteDetail(tx: TenantTx, actor: Actor, id: string): Promise<SuiteDetail> {
  const { testCases, lastRunId: _, ...suite } = found(await selectSuite(tx, id), 'suite');
  const latest = await selectLatestResults(tx, id);
  const { document, versions } = await workflowDetail(tx, suite.workflowId);
  return {
    ...suite,
    tests: testCases.map((one) => {
      const result = latest.get(one.id);
      const withheld = hiddenFrom(actor, one);
      return {
        id: one.id,
        name: one.test.name,
        type: testType(one.test),
        status: suite.status === 'running' ? 'running' : (result?.status ?? null),
        duration: result?.duration ?? null,
        coverage: result?.coverage ?? null,
        lastRun: result?.at ?? null,
        assertions: one.test.expectations.length,
        passedAssertions: result?.passedAssertions ?? 0,
        test: withheld === null ? writable(one) : null,
        withheld,
        runId: one.runId,
      };
    }),
    graph: graphOf(document),
    versions: versions.map(({ version }) => version),
  };
}

/** A workflow as lists and pictures of it show it. */
export function graphOf({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): SuiteDetail['graph'] {
  const inLoops = new Set(loopsOf(workflowGraph({ nodes, edges })).flatMap(([, body]) => [...body]));
  return {
    nodes: nodes.map((node) => ({
      id: node.id,
      title: node.title,
      type: node.type,
      position: node.position,
      asks: needsStub(node),
      alone: canPin(node) && node.type !== 'loop' && !inLoops.has(node.id),
      outcomes: outputsOf(node).map(({ name }) => name),
    })),
    edges: edges.map(({ id, from, to }) => ({ id, from, to })),
  };
}

/**
 * A case with sample data, of the whole draft or one step; an empty one if the draft can’t run. Throws NOT_FOUND, and BAD_INPUT
 * for a step that can’t run alone.
 */
export function readSampleCase(
  ctx: AppContext,
  actor: Actor,
  { id, step }: { id: string; step?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const { workflowId } = found(await selectSuite(tx, id), 'suite');
    const { document } = await workflowDetail(tx, workflowId);
    const atMs = ctx.clock.now().getTime();
    const sample =
      step === undefined
        ? sampleCase(document, atMs)
        : must(sampleCaseOfStep(document, step, atMs), 'BAD_INPUT', 'This step can’t run alone.');
    return { test: sample as WireCase };
  });
}

type WireCase = NonNullable<SuiteDetail['tests'][number]['test']>;

function writable({ test }: StoredCase): WireCase {
  return test as WireCase;
}

/** Why a captured case is hidden from the actor; null if it is not. */
export function hiddenFrom(actor: Actor, { rights, by }: Pick<StoredCase, 'rights' | 'by'>): string | null {
  return rights === null || by === actor.userId ? null : withheldSentence(actor.roles, rights);
}

/** Runs of suites, newest first. */
export function listTestRuns(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; suiteId?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectTestRuns(tx, input.suiteId ?? null, { after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.at, row.id]);
  });
}

/** A run with what each case came to. Throws NOT_FOUND. */
export function readTestRun(ctx: AppContext, actor: Actor, id: string): Promise<TestRunDetail> {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const run = found(await selectTestRun(tx, id), 'test run');
    const { workflowId, version } = run;
    const { document } = await workflowDetail(tx, workflowId, version ?? undefined);
    const rows = await selectResults(tx, id);
    return {
      ...run,
      report: run.report as TestRunDetail['report'],
      mutation: run.mutation && {
        ...run.mutation,
        survivors: [...run.mutation.survivors],
        counted: countedFaults(run.mutation),
        score: mutationScore(run.mutation),
      },
      graph: graphOf(document),
      results: rows.map((row) => resultOf(row, run.at, hiddenFrom(actor, row))),
    };
  });
}

type Row = Awaited<ReturnType<typeof selectResults>>[number];
type WireResult = TestRunDetail['results'][number];

function resultOf(row: Row, at: string, withheld: string | null): WireResult {
  const { result } = row;
  const isHidden = withheld !== null;
  const checks = result.checks.map((check) =>
    isHidden ? { ...check, expected: null, actual: null, message: '', differences: [] } : check,
  );
  return {
    id: row.caseId,
    name: row.name,
    type: row.type,
    status: row.status,
    duration: row.durationMs,
    coverage: row.coverage,
    lastRun: at,
    assertions: row.assertions,
    passedAssertions: row.passedAssertions,
    withheld,
    runStatus: result.status,
    output: isHidden ? null : result.output,
    error: isHidden ? null : result.error,
    checks: checks as WireResult['checks'],
    steps: result.steps.map(({ node, iteration, status }) => ({ node, iteration, status })),
    resources: result.resources,
  };
}
