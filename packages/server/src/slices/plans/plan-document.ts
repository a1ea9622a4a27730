import type { PlanDetail } from '@attain/contract/plans';
import type { Problem } from '@attain/domain/base/result';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Plan, PlanType } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { NotCanonical } from '@attain/domain/proofs/canonical';
import { hashOf } from '../../audit/canonical.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { openRequestId } from '../approvals/request-approval.ts';
import { lockPlan, selectDocument, selectPlan, selectVersions } from './plan-store.ts';

/** A plan that says nothing yet: paid by quarter, ties rounded up, gate before cap before weight. */
export function emptyPlan(name: string, type: PlanType, currency: string): Plan {
  return {
    name,
    type,
    currency,
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    rounding: { mode: 'HALF_UP' },
    order: ['gate', 'cap', 'weight'],
    acceleratorReading: 'incremental',
    undefinedAttainment: 'refuse',
    components: [],
  };
}

/** A document as it will be stored, with its content hash. Throws BAD_INPUT with every problem of its shape. */
export function readDocument(json: unknown): { readonly plan: Plan; readonly hash: string } {
  const parsed = parsePlan(json);
  const read = must(parsed, 'BAD_INPUT', parsed.ok ? '' : unreadableMessage(parsed.problems));
  const plan = { ...read, name: read.name.trim() };
  try {
    return { plan, hash: hashOf(plan) };
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    throw new ApiError('BAD_INPUT', error.message, {
      problems: [{ rule: 'PLAN-1', path: error.path, message: error.message }],
    });
  }
}

/**
 * The first problem, and the number of further ones. A document that is not a plan at all was sent by a program, so the
 * message names the schema; in a designer's document one value has the wrong format.
 */
function unreadableMessage([first, ...more]: readonly Problem[]): string {
  const besides = more.length === 0 ? '' : ` There are ${more.length} more problems of this kind.`;
  const typed = [first, ...more].every((one) => one !== undefined && /\[\d+\]/.test(one.path));
  const message = `${first?.message ?? 'This is not a plan document.'}${besides}`;
  return typed ? message : `${message} The schema is at /api/plans/schema.`;
}

/** The plan with its newest version, held until the transaction ends: no one saves or activates it meanwhile. Throws NOT_FOUND. */
export async function heldPlanDetail(
  tx: TenantTx,
  id: string,
  wanted: { readonly today: string },
): Promise<PlanDetail> {
  found(await lockPlan(tx, id), 'plan');
  return planDetail(tx, id, wanted);
}

/** A plan in its wire format, with the document of a given or the newest version. Throws NOT_FOUND. */
export async function planDetail(
  tx: TenantTx,
  id: string,
  wanted: { readonly today: string; readonly version?: number | undefined },
): Promise<PlanDetail> {
  const summary = found(await selectPlan(tx, id, wanted.today), 'plan');
  const versions = await selectVersions(tx, id);
  const version = found(
    wanted.version === undefined ? versions[0] : versions.find((one) => one.version === wanted.version),
    `version of the plan “${summary.name}”`,
  );
  const document = found(await selectDocument(tx, id, version.version), 'plan document');
  return {
    ...summary,
    document,
    documentHash: version.documentHash,
    approvalId: await openRequestId(tx, {
      kind: 'plan-activation',
      subjectId: id,
      hash: version.documentHash,
    }),
    problems: [...checkPlan(document)],
    versions: versions.map(({ version, status, documentHash, createdAt, activatedAt }) => ({
      version,
      status,
      documentHash,
      createdAt,
      activatedAt,
    })),
  };
}
