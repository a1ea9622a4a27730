import type { SuiteDetail } from '@attain/contract/suites';
import { caseFromRun } from '@attain/domain/suites/case-from-run';
import { SUITE_LIMITS, type TestCase } from '@attain/domain/suites/test-case';
import { confidentialOutputs } from '@attain/domain/workflows/nodes/confidential-outputs';
import { stepAlone } from '@attain/domain/workflows/step-alone';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { StoredCase } from '../../db/schema/suites.ts';
import type { WriteTx } from '../../db/write.ts';
import { readState } from '../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import { mustSeeValues } from '../workflow-runs/visible-run.ts';
import { workflowDetail } from '../workflows/workflow-document.ts';
import { hiddenFrom, suiteDetail } from './read-suites.ts';
import { deleteSuite, insertSuite, lockSuite, selectSuites, updateSuite } from './suite-store.ts';

/** Creates a suite without cases. Throws NOT_FOUND without the workflow, and CONFLICT if the name is in use. */
export function createSuite(
  ctx: AppContext,
  actor: Actor,
  input: { name: string; description: string; workflowId: string },
): Promise<SuiteDetail> {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    await workflowDetail(tx, input.workflowId);
    const id = newId();
    await insertSuite(tx, { id, ...input, userId: actor.userId });
    record(tx, 'suite.created', id);
    return suiteDetail(tx, actor, id);
  });
}

/** Renames a suite, or requires it before a version is published. Throws CONFLICT if it was changed since it was read. */
export function saveSuite(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number; name: string; description: string; required: boolean },
): Promise<SuiteDetail> {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const { id, revision, name, description, required } = input;
    await lockRevision(tx, id, revision);
    await updateSuite(tx, id, { name, description, outcomeCriteria: { required }, updatedBy: actor.userId });
    record(tx, required ? 'suite.required' : 'suite.saved', id);
    return suiteDetail(tx, actor, id);
  });
}

/** Deletes a suite with its results. Throws NOT_FOUND. */
export function removeSuite(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    found(await lockSuite(tx, id), 'suite');
    await deleteSuite(tx, id);
    record(tx, 'suite.removed', id);
    return { removed: true as const };
  });
}

/**
 * Adds a case, or replaces one. Throws CONFLICT if the suite was changed since it was read, NOT_FOUND without the case,
 * NOT_ALLOWED if its values are hidden from the actor, and BAD_INPUT for a step that can’t run alone.
 */
export function saveCase(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number; caseId: string | null; test: TestCase },
): Promise<SuiteDetail> {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { testCases, workflowId } = await lockRevision(tx, input.id, input.revision);
    const { caseId, test } = input;
    await mustRunAlone(tx, workflowId, test);
    const own = { rights: null, by: actor.userId, runId: null };
    const before = caseId === null ? null : mustFind(actor, testCases, caseId);
    const stored: StoredCase = { ...(before ?? own), id: caseId ?? newId(), test };
    const cases =
      before === null ? [...testCases, stored] : testCases.map((one) => (one === before ? stored : one));
    await storeCases(tx, actor, input.id, cases);
    record(
      tx,
      before === null ? 'suite.case-added' : 'suite.case-saved',
      input.id,
      sha256Hex(JSON.stringify(stored)),
    );
    return suiteDetail(tx, actor, input.id);
  });
}

/** Throws BAD_INPUT for a test of one step that can’t run alone in the draft. */
async function mustRunAlone(tx: WriteTx, workflowId: string, { step }: TestCase): Promise<void> {
  if (step === undefined) return;
  const { document } = await workflowDetail(tx, workflowId);
  must(stepAlone(document, step, {}), 'BAD_INPUT', 'This step can’t run alone.');
}

/** Deletes a case. Throws as `saveCase`. */
export function removeCase(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number; caseId: string },
): Promise<SuiteDetail> {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { testCases } = await lockRevision(tx, input.id, input.revision);
    found(
      testCases.find(({ id }) => id === input.caseId),
      'case',
    );
    const cases = testCases.filter(({ id }) => id !== input.caseId);
    await storeCases(tx, actor, input.id, cases);
    record(tx, 'suite.case-removed', input.id);
    return suiteDetail(tx, actor, input.id);
  });
}

/**
 * Makes a case of a recorded run (WT-6): in a suite of the same workflow, or in the workflow’s first one, or a new one.
 * Throws NOT_FOUND, NOT_ALLOWED if the run’s values are hidden from the actor, and CONFLICT if it has not ended.
 */
export function captureRun(
  ctx: AppContext,
  actor: Actor,
  input: { runId: string; suiteId: string | null },
): Promise<{ suite: SuiteDetail; caseId: string }> {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { run, facts } = await mustSeeValues(tx, actor, input.runId);
    const { prepared, entries } = await readState(tx, { ...run, documentHash: facts.documentHash });
    const test = caseFromRun(`Run of ${run.createdAt.slice(0, 10)} ${run.id.slice(0, 8)}`, entries);
    if (test === null)
      throw new ApiError('CONFLICT', 'Only completed and failed runs can become a test. Choose another run.');
    const confidential = confidentialOutputs(prepared.workflow).length > 0;
    const needed = await rightsOfRun(tx, { ...run, ...facts });
    const rights = confidential ? [...needed, 'read:workflow-runs' as const] : needed;
    const suiteId = input.suiteId ?? (await suiteFor(tx, actor, run));
    const suite = found(await lockSuite(tx, suiteId), 'suite');
    if (suite.workflowId !== run.workflowId)
      throw new ApiError('CONFLICT', 'The suite tests another workflow. Choose a suite of this one.');
    const stored = { id: newId(), test, rights, by: actor.userId, runId: run.id };
    await storeCases(tx, actor, suiteId, [...suite.testCases, stored]);
    record(tx, 'suite.case-captured', suiteId, sha256Hex(JSON.stringify(stored)));
    return { suite: await suiteDetail(tx, actor, suiteId), caseId: stored.id };
  });
}

/** The first suite of a run’s workflow; a new one if it has none. */
async function suiteFor(
  tx: WriteTx,
  actor: Actor,
  run: { readonly workflowId: string; readonly workflowName: string },
): Promise<string> {
  const { workflowId, workflowName } = run;
  const filter = { search: null, workflowId, agent: null };
  const [first] = await selectSuites(tx, filter, { after: null, limit: 1 });
  if (first !== undefined) return first.id;
  const id = newId();
  const name = workflowName.slice(0, 100);
  await insertSuite(tx, { id, name, description: '', workflowId, userId: actor.userId });
  return id;
}

async function lockRevision(tx: WriteTx, id: string, revision: number) {
  const stored = found(await lockSuite(tx, id), 'suite');
  if (stored.revision === revision) return stored;
  throw new ApiError('CONFLICT', 'This suite was changed after you opened it. Open it again.');
}

function mustFind(actor: Actor, cases: readonly StoredCase[], id: string): StoredCase {
  const stored = found(
    cases.find((one) => one.id === id),
    'case',
  );
  const hidden = hiddenFrom(actor, stored);
  if (hidden !== null) throw new ApiError('NOT_ALLOWED', hidden);
  return stored;
}

async function storeCases(
  tx: WriteTx,
  actor: Actor,
  id: string,
  testCases: readonly StoredCase[],
): Promise<void> {
  if (testCases.length > SUITE_LIMITS.cases)
    throw new ApiError('CONFLICT', `A suite has at most ${SUITE_LIMITS.cases} cases. Create another suite.`);
  if (testCases.some(({ test }) => JSON.stringify(test).length > SUITE_LIMITS.characters))
    throw new ApiError(
      'CONFLICT',
      `A case has at most ${SUITE_LIMITS.characters} characters. Use smaller values.`,
    );
  await updateSuite(tx, id, { testCases, updatedBy: actor.userId });
}

function record(tx: WriteTx, action: string, id: string, evidence?: string): void {
  const object = { type: 'suite', id };
  tx.record(evidence === undefined ? { action, object } : { action, object, evidence: [evidence] });
}
