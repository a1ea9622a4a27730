import { heldFromAct, heldFromTask, touchedComponents } from '@attain/domain/suggestions/acting';
import { isSameChange } from '@attain/domain/suggestions/analysers/analyse';
import { autonomyPolicyOf } from '@attain/domain/suggestions/configurations/assistant-settings';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import type { JobOrder } from '../../jobs/queue.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { decidersOf } from '../approvals/request-approval.ts';
import { heldPlanDetail, planDetail } from '../plans/plan-document.ts';
import { actNotice, requestAttestation } from './act-attestation.ts';
import { actFacts } from './act-facts.ts';
import { type ActingStanding, actingStanding, isPausedFor } from './acting-standing.ts';
import { countActs, hasActed, insertAct, selectCandidates, selectUndone, wasAsked } from './acts-store.ts';
import { selectOrder } from './analyses-store.ts';
import { applyWithin } from './apply-suggestion.ts';
import { askToApply } from './apply-task.ts';
import { readAssistantSettings } from './assistant-settings.ts';
import { holdSettings } from './assistant-store.ts';
import { loadEvidence } from './evidence/load-evidence.ts';
import { isDeclined, lowerIfDeclined } from './lower-autonomy.ts';
import { everythingFor, lockSuggestion, type StoredSuggestion } from './suggestions-store.ts';

const DAY_MS = 86_400_000;
const UNDONE_DAYS = 90;
const SUPERVISED = 2;
const FULL_AUTO = 3;

/** Why Attain leaves a suggestion alone; nothing is written. */
class HeldBack extends Error {}

/**
 * Acts on what an analysis left open, as far as the level allows: applies it to the draft (SGR-82) or makes a task of it (SGR-81).
 * Safe to repeat: each act is one transaction that checks everything again.
 */
export async function actAfterAnalysis(ctx: AppContext, { tenantId, id }: JobOrder): Promise<void> {
  await lowerIfDeclined(ctx, tenantId);
  const found = await ctx.db.within(tenantId, async (tx) => {
    const order = await selectOrder(tx, id);
    const { level, ownerId } = await actingStanding(tx, null);
    if (order === null || ownerId === null || level < SUPERVISED) return null;
    return { level, ownerId, uuids: await selectCandidates(tx, order.planId) };
  });
  if (found === null) return;
  const { level, ownerId, uuids } = found;
  const actor = systemActor(tenantId, ownerId, `analysis/${id}`);
  for (const uuid of uuids) {
    // the others were computed without this change: the analysis that it brings about looks at them again
    if (level === FULL_AUTO && (await unlessHeld(ctx, actor, (tx) => act(tx, { ctx, actor, uuid })))) return;
    await unlessHeld(ctx, actor, (tx) => ask(tx, { ctx, actor, uuid }));
  }
}

/** Whether it was done; a suggestion that is held back, or no longer applies, is left as it is. */
async function unlessHeld(
  ctx: AppContext,
  actor: Actor,
  work: (tx: WriteTx) => Promise<void>,
): Promise<boolean> {
  try {
    await ctx.write(actor, work);
    return true;
  } catch (error) {
    if (error instanceof HeldBack || error instanceof ApiError) return false;
    throw error;
  }
}

interface OneAct {
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly uuid: string;
}

async function ask(tx: WriteTx, { ctx, actor, uuid }: OneAct): Promise<void> {
  const { suggestion } = await held(tx, { ctx, actor, uuid, level: SUPERVISED });
  if (await wasAsked(tx, uuid)) throw new HeldBack('asked');
  tx.record(await askToApply(tx, { ctx, suggestion }));
}

async function act(tx: WriteTx, { ctx, actor, uuid }: OneAct): Promise<void> {
  const { suggestion, standing } = await held(tx, { ctx, actor, uuid, level: FULL_AUTO });
  const components = await mustBeWithinLimits(tx, { ctx, suggestion, standing });
  const ownerId = actor.userId;
  const owner = await selectMemberName(tx, ownerId);
  const reason = `Applied within the limits of Full Auto, on behalf of ${owner ?? 'the owner'}.`;
  const attestation = await requestAttestation(tx, { ctx, suggestion, ownerId, reason });
  const actId = newId();
  await insertAct(tx, {
    id: actId,
    suggestionId: uuid,
    planId: suggestion.planId,
    components: [...components],
    ownerId,
    actedAt: ctx.clock.now().toISOString(),
  });
  const alone = { attestationId: attestation.id };
  const applied = await applyWithin(tx, { ctx, actor, id: uuid, reason, code: 'autonomous', alone });
  await tell(tx, { suggestion, actId, ownerId });
  tx.record({ ...applied.act, evidence: [...(applied.act.evidence ?? []), attestation.hash] });
}

/** The suggestion, held, and the standing that allows the act now: not paused, the level reached, every figure within it. */
async function held(
  tx: WriteTx,
  { ctx, actor, uuid, level }: OneAct & { level: number },
): Promise<{ suggestion: StoredSuggestion; standing: ActingStanding }> {
  await holdSettings(tx, actor.userId);
  await holdTurn(tx, 'autonomous-acts', tx.tenantId);
  const standing = await actingStanding(tx, null);
  if (standing.level < level || standing.ownerId !== actor.userId) throw new HeldBack('level');
  const suggestion = await lockSuggestion(tx, uuid, everythingFor(actor.userId));
  if (suggestion === null || suggestion.status !== 'open' || suggestion.evidenceHash === null)
    throw new HeldBack('status');
  if (isPausedFor(standing.settings, suggestion.planId)) throw new HeldBack('paused');
  const { acting } = (await readAssistantSettings(tx)).settings;
  const policy = autonomyPolicyOf(acting).levels[level];
  if (policy === undefined) throw new HeldBack('policy');
  const why = (level === FULL_AUTO ? heldFromAct : heldFromTask)(actFacts(suggestion), policy);
  if (why.length > 0) throw new HeldBack(why.join(', '));
  const plan = await heldPlanDetail(tx, suggestion.planId, { today: ctx.today(actor) });
  if (plan.documentHash !== suggestion.documentHash) throw new HeldBack('document');
  return { suggestion, standing };
}

/** The components the act touches, if the draft may be changed and no limit of Full Auto is reached (SGR-82, SGR-83, SGR-85). */
async function mustBeWithinLimits(
  tx: TenantTx,
  given: { ctx: AppContext; suggestion: StoredSuggestion; standing: ActingStanding },
): Promise<readonly string[]> {
  const { ctx, suggestion, standing } = given;
  const { planId, claim, changes, uuid } = suggestion;
  const now = ctx.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const plan = await planDetail(tx, planId, { today: ctx.today(tx) });
  const [newest] = plan.versions;
  if (newest?.status !== 'Draft' || newest.activatedAt !== null) throw new HeldBack('no draft');
  if (plan.approvalId !== null) throw new HeldBack('in approval');
  const { acting } = (await readAssistantSettings(tx)).settings;
  const components = touchedComponents(plan.document, changes);
  if ((await countActs(tx, before(1))) >= acting.actsADay) throw new HeldBack('acts of the day');
  if (await hasActed(tx, { planId, components, since: before(1) })) throw new HeldBack('component');
  if (await isDeclined(tx, standing.settings, now)) throw new HeldBack('declined');
  const undone = await selectUndone(tx, planId, before(UNDONE_DAYS));
  if (claim === null || undone.some((one) => isSameChange(one, claim))) throw new HeldBack('undone');
  const { verdict } = await loadEvidence(tx, ctx, uuid);
  if (!verdict.ok) throw new HeldBack('evidence');
  return components;
}

async function tell(
  tx: TenantTx,
  { suggestion, actId, ownerId }: { suggestion: StoredSuggestion; actId: string; ownerId: string },
): Promise<void> {
  const able = await decidersOf(tx, 'suggestion-apply');
  await notifyPeople(tx, [...new Set([ownerId, ...able.map(({ userId }) => userId)])], {
    title: `Applied by Attain: ${suggestion.title}`,
    message: `It is in the draft of “${suggestion.planName}”. You can undo it.`,
    severity: 'info',
    runId: null,
    about: { of: 'suggestion', id: suggestion.id },
    effectKey: actNotice(actId),
  });
}
