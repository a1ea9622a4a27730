import { sampleCase } from '@attain/domain/suites/sample-case';
import type { Expectation, TestCase } from '@attain/domain/suites/test-case';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { listWorkflows } from '../workflows/list-workflows.ts';
import { workflowDetail } from '../workflows/workflow-document.ts';
import { createSuite, saveCase } from './change-suites.ts';
import { listSuites } from './read-suites.ts';
import { runSuites } from './run-suites.ts';

/** The moment at which the cases of the sample begin. */
const startMs = Date.parse('2026-01-05T09:00:00Z');

const wrongEnd: Expectation = { kind: 'error', code: 'DEADLINE' };

/** Most workflows that get a suite. */
const maxWorkflows = 100;

/**
 * Creates a suite for each workflow, with a case on sample data, and one more that fails on purpose, and runs them. Suites of
 * an earlier, interrupted attempt are kept.
 */
export async function installSuites(ctx: AppContext, actor: Actor): Promise<void> {
  const there = await listSuites(ctx, actor, { limit: 2 * maxWorkflows });
  const known = new Set(there.rows.map(({ name }) => name));
  const { rows } = await listWorkflows(ctx, actor, { limit: maxWorkflows });
  const missing: NewSuite[] = [];
  for (const { id: workflowId, name } of rows) {
    const { document } = await ctx.read(actor, (tx) => workflowDetail(tx, workflowId));
    const test = sampleCase(document, startMs);
    missing.push({ name, description: 'Runs on sample data to its end.', workflowId, test });
    if (workflowId !== rows[0]?.id) continue;
    missing.push({
      name: 'Fails on purpose',
      description: 'Shows a failing case. It expects an error that never occurs.',
      workflowId,
      test: { ...test, name: 'Expects a deadline', expectations: [...test.expectations, wrongEnd] },
    });
  }
  const suites: string[] = [];
  for (const { test, ...given } of missing.filter(({ name }) => !known.has(name))) {
    const { id, revision } = await createSuite(ctx, actor, given);
    await saveCase(ctx, actor, { id, revision, caseId: null, test });
    suites.push(id);
  }
  if (suites.length > 0) await runSuites(ctx, actor, { suites, onlyFailed: false, version: null });
}

interface NewSuite {
  readonly name: string;
  readonly description: string;
  readonly workflowId: string;
  readonly test: TestCase;
}
