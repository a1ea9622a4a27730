import type { ApprovalFacts } from '@attain/contract/approvals';
import { isAdministrator } from '@attain/domain/access/permissions';
import type { Plan } from '@attain/domain/plans/plan';
import { planChanges } from '@attain/domain/plans/plan-changes';
import { movePlan } from '@attain/domain/plans/plan-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decision } from '../approvals/decide-approval.ts';
import { hasOtherDecider, openRequest, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { countUnattested, selectApplied } from './applied-suggestions.ts';
import { planDetail } from './plan-document.ts';
import {
  activateVersion,
  type LockedPlan,
  lockPlan,
  type PlanVersion,
  selectDocument,
  selectVersions,
  touchPlan,
} from './plan-store.ts';
import { mustPassTests } from './run-plan-tests.ts';

/**
 * Activates the version whose document the actor read: the draft, or an inactive one. The version active until now becomes
 * inactive. Refuses CONFLICT when no version has that content or it is active already, PLAN_INVALID with every problem or failing
 * plan test, and NOT_ALLOWED to those who wrote it or asked for it — except an administrator, whose act is then marked
 * `single-person` in the audit log. Without an open request it makes one, with the effect; the plan stays as it is while the request
 * needs further approvals.
 */
export async function activatePlan(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; documentHash: string; projectEffect: () => Promise<PlanEffect | null> },
) {
  mustAllow(actor, 'activate:plans');
  const { id, documentHash: hash } = input;
  const effect = await input.projectEffect();
  return ctx.write(actor, async (tx) => {
    const ready = await activatable(tx, { id, hash });
    const open = await openRequest(tx, { kind: 'plan-activation', subjectId: id, hash });
    const isLarge = effect?.isLarge === true;
    // what was asked for before its pay could change so much needs another request
    if (open === null || (isLarge && !open.facts.isLarge))
      await ask(tx, {
        ...{ ctx, ...ready, effect, notify: isLarge },
        askedBy: open?.userId ?? ready.version.editedBy.at(-1) ?? ready.version.createdBy,
        reason: open?.reason ?? null,
      });
    tx.record(await voteToActivate(tx, { ctx, actor, ...ready, reason: null }));
    return planDetail(tx, id, { today: ctx.today(actor) });
  });
}

/** What a version would pay, as figures of its request. */
export interface PlanEffect {
  /** Of the version it was computed on. */
  readonly documentHash: string;
  readonly figures: ApprovalFacts['figures'];
  /** The pay changes enough to need two approvals, or is of too few payees to say so (APR-14). */
  readonly isLarge: boolean;
}

/**
 * Asks finance to activate a valid draft; the request binds the document that the actor read, and shows its effect. Refuses as
 * `activatePlan`.
 */
export function submitPlan(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; documentHash: string; reason?: string | undefined; effect: PlanEffect | null },
) {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const { plan, version } = await activatable(tx, { id: input.id, hash: input.documentHash });
    const { reason = null, effect } = input;
    await ask(tx, { ctx, plan, version, askedBy: actor.userId, reason, notify: true, effect });
    tx.record({
      action: 'plan.submitted',
      object: { type: 'plan', id: plan.id, version: String(version.version) },
      evidence: [version.documentHash],
      ...(input.reason === undefined ? {} : { reason: { code: 'submitted', text: input.reason } }),
    });
    return planDetail(tx, plan.id, { today: ctx.today(actor) });
  });
}

/** The decision of the inbox: activates the version, or leaves it a draft because it was rejected. */
export async function decidePlan(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, actor, request, decision, hash, reason } = given;
  const id = request.subjectId;
  if (decision === 'approve')
    return voteToActivate(tx, { ctx, actor, ...(await activatable(tx, { id, hash })), reason });
  const plan = found(await lockPlan(tx, id), 'plan');
  const version = approvedVersion(await selectVersions(tx, plan.id), request.hash);
  const part = { asked: false, edited: wrote(actor, version), benefits: false };
  const vote = { kind: 'plan-activation', subjectId: id, actor, clock: ctx.clock } as const;
  await castVote(tx, { ...vote, decision, hash, reason, part });
  return {
    action: 'plan.rejected',
    object: { type: 'plan', id, version: String(version.version) },
    evidence: [version.documentHash],
    reason: { code: 'rejected', ...(reason === null ? {} : { text: reason }) },
  };
}

interface WantedActivation {
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly plan: LockedPlan;
  readonly version: PlanVersion;
  readonly reason: string | null;
}

/** Votes on the open request, and activates the version with the last vote that it needs. */
async function voteToActivate(tx: WriteTx, wanted: WantedActivation): Promise<Act> {
  const { ctx, actor, plan, version, reason } = wanted;
  const { id } = plan;
  const hash = version.documentHash;
  await mustBeAttested(tx, plan, version.version);
  const about = { kind: 'plan-activation', subjectId: id } as const;
  const open = await openRequest(tx, { ...about, hash });
  const authors = [version.createdBy, ...version.editedBy];
  const isForOthers =
    open?.facts.isLarge === true &&
    (await hasOtherDecider(tx, 'plan-activation', [...authors, actor.userId]));
  const vote = await castVote(tx, {
    ...about,
    actor,
    clock: ctx.clock,
    decision: 'approve',
    hash,
    reason,
    part: { asked: false, edited: wrote(actor, version), benefits: false },
    mayActAlone: isAdministrator(actor.roles) && !isForOthers,
  });
  if (vote.status !== 'approved') return vote.votedAct;
  await activateVersion(tx, { planId: id, version: version.version, activatedBy: actor.userId });
  await touchPlan(tx, id);
  const applied = await selectApplied(tx, id, version.version);
  return {
    action: 'plan.activated',
    object: { type: 'plan', id, version: String(version.version) },
    evidence: [version.documentHash, ...applied.flatMap(({ evidenceHash }) => evidenceHash ?? [])],
    ...(vote.alone
      ? { reason: { code: 'single-person' } }
      : reason === null
        ? {}
        : { reason: { code: 'approved', text: reason } }),
  };
}

const largeChangeWarning =
  'The projected pay changes by more than 5%, by more than 50,000 of the workspace’s currency, or for too few payees to show it. If two people can approve this, both must.';

/** The locked plan with the version of this content, which can be activated as it is. */
async function activatable(
  tx: WriteTx,
  { id, hash }: { id: string; hash: string },
): Promise<{ plan: LockedPlan; version: PlanVersion }> {
  const plan = found(await lockPlan(tx, id), 'plan');
  const version = approvedVersion(await selectVersions(tx, plan.id), hash);
  const document = found(await selectDocument(tx, plan.id, version.version), 'plan document');
  const moved = movePlan(document, version.status, 'activate');
  if (!moved.ok) {
    const illegal = moved.problems.find((problem) => problem.rule === 'PLAN-9');
    if (illegal) throw new ApiError('CONFLICT', illegal.message, { problems: moved.problems });
    throw new ApiError('PLAN_INVALID', `“${plan.name}” can’t be activated. Fix its issues first.`, {
      problems: moved.problems,
    });
  }
  await mustPassTests(tx, { id: plan.id, name: plan.name, document });
  return { plan, version };
}

/** Refuses a version that Attain changed by itself as long as no other person has attested to it (SGR-84). */
async function mustBeAttested(tx: TenantTx, plan: LockedPlan, version: number): Promise<void> {
  const waiting = await countUnattested(tx, plan.id, version);
  if (waiting === 0) return;
  const what = waiting === 1 ? 'a change' : `${waiting} changes`;
  throw new ApiError(
    'CONFLICT',
    `“${plan.name}” has ${what} that Attain applied automatically. Approve ${waiting === 1 ? 'it' : 'them'} in Approvals, or undo ${waiting === 1 ? 'it' : 'them'}.`,
  );
}

/** The newest version with the approved content: approving binds to what was read, not to a number. */
function approvedVersion(versions: readonly PlanVersion[], documentHash: string): PlanVersion {
  const version = versions.find((one) => one.documentHash === documentHash);
  if (version) return version;
  throw new ApiError(
    'CONFLICT',
    'The plan was changed after you opened it. Review it again before you activate it.',
  );
}

function wrote(actor: Actor, version: PlanVersion): boolean {
  return version.createdBy === actor.userId || version.editedBy.includes(actor.userId);
}

async function ask(
  tx: WriteTx,
  given: {
    ctx: AppContext;
    plan: LockedPlan;
    version: PlanVersion;
    askedBy: string;
    reason: string | null;
    notify: boolean;
    effect: PlanEffect | null;
  },
): Promise<void> {
  const { ctx, plan, version, askedBy, reason, notify } = given;
  const effect = given.effect?.documentHash === version.documentHash ? given.effect : null;
  const active = (await selectVersions(tx, plan.id)).find(({ status }) => status === 'Active');
  const before: Plan | null = active ? await selectDocument(tx, plan.id, active.version) : null;
  const after = found(await selectDocument(tx, plan.id, version.version), 'plan document');
  const applied = await selectApplied(tx, plan.id, version.version);
  await requestApproval(tx, ctx.clock, {
    kind: 'plan-activation',
    subject: { type: 'plan', id: plan.id },
    askedBy,
    excluded: [version.createdBy, ...version.editedBy],
    hash: version.documentHash,
    summary: `Activate ${plan.name}, version ${version.version}`,
    facts: {
      figures: [
        ...(effect?.figures ?? []),
        ...planChanges(before, after).map((one) => textFact(one.label, one.after, one.before)),
        ...applied.map((one) => textFact(`Applied suggestion: ${one.title}`, one.regulatorHash)),
      ],
      against: active ? `version ${active.version}` : null,
      ...(effect?.isLarge ? { warnings: [largeChangeWarning], isLarge: true } : { warnings: [] }),
    },
    reason,
    notify,
    ...(effect?.isLarge ? { atLeast: 2 } : {}),
  });
}
