import type { Plan } from '@attain/domain/plans/plan';
import { versionForChange } from '@attain/domain/plans/plan-statuses';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { minuteInWords } from '../../base/clock.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import type { WriteTx } from '../../db/write.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { planDetail, readDocument } from './plan-document.ts';
import {
  insertVersion,
  type LockedPlan,
  lockPlan,
  type PlanVersion,
  selectDocument,
  selectVersions,
  updateDraft,
  updatePlan,
} from './plan-store.ts';

/**
 * Saves the draft. If the newest version was ever active, a new draft version is created and the old one stays
 * unchanged. Throws BAD_INPUT with every problem of the document's shape, and CONFLICT if another user saved since the
 * actor read the plan.
 */
export function savePlan(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; revision: number; document: Plan },
) {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    await writeDocument(tx, actor, {
      planId: input.id,
      revision: input.revision,
      change: () => input.document,
    });
    return planDetail(tx, input.id, { today: ctx.today(actor) });
  });
}

/**
 * Writes a document into a plan inside a transaction and records it. `change` derives it from the newest version, while
 * no one else can save; `revision` is the one the change is based on, null if it is based on the newest version alone.
 * Returns the version written. Throws as `savePlan`.
 */
export async function writeDocument(tx: WriteTx, actor: Actor, edit: DocumentEdit): Promise<number> {
  const { planId, version, before, after } = await storeDocument(tx, actor, edit);
  tx.record({
    action: 'plan.saved',
    object: { type: 'plan', id: planId, version: String(version) },
    before,
    after,
    ...(before === after ? { reason: { code: 'unchanged' } } : {}),
  });
  return version;
}

interface DocumentEdit {
  readonly planId: string;
  readonly revision: number | null;
  readonly change: (newest: Plan) => unknown;
}

/** The same for an act that is recorded under another name: the version written into, and the hashes before and after. */
export async function storeDocument(
  tx: WriteTx,
  actor: Actor,
  edit: DocumentEdit,
): Promise<{ planId: string; version: number; before: string; after: string }> {
  const locked = found(await lockPlan(tx, edit.planId), 'plan');
  const newest = found((await selectVersions(tx, locked.id))[0], 'plan version');
  const current = found(await selectDocument(tx, locked.id, newest.version), 'plan document');
  const { plan, hash } = readDocument(edit.change(current));
  if (edit.revision !== null && edit.revision !== locked.revision) {
    throw await staleRevision(tx, { locked, newest, revision: edit.revision });
  }
  const same = newest.documentHash === hash;
  // saving what is already there makes no new version and no new author
  const version = same ? newest.version : versionForChange(newest).version;
  if (!same) {
    await store(tx, actor, { planId: locked.id, newest, version, document: plan, documentHash: hash });
    await closeRequest(tx, { kind: 'plan-activation', subjectId: locked.id, status: 'void' });
  }
  return { planId: locked.id, version, before: newest.documentHash, after: hash };
}

async function store(
  tx: WriteTx,
  actor: Actor,
  change: { planId: string; newest: PlanVersion; version: number; document: Plan; documentHash: string },
): Promise<void> {
  const { newest, ...written } = change;
  await updatePlan(tx, { id: change.planId, name: change.document.name });
  if (change.version === newest.version) await updateDraft(tx, { ...written, editedBy: actor.userId });
  else await insertVersion(tx, { ...written, createdBy: actor.userId });
}

async function staleRevision(
  tx: TenantTx,
  seen: { locked: LockedPlan; newest: PlanVersion; revision: number },
): Promise<ApiError> {
  const { locked, newest } = seen;
  const editor = await selectMemberName(tx, newest.editedBy.at(-1) ?? newest.createdBy);
  return new ApiError(
    'CONFLICT',
    `${editor ?? 'Another user'} saved this plan after you opened it (revision ${locked.revision}, ` +
      `${minuteInWords(locked.updatedAt)}; you edited revision ${seen.revision}). Nothing was saved; keep theirs or save yours over revision ${locked.revision}.`,
  );
}
