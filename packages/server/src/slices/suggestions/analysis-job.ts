import { createHash } from 'node:crypto';
import type { History } from '@attain/domain/findings/pay-history';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { payeeOf } from '@attain/domain/simulations/performance-point';
import {
  type AnalysisCourse,
  analysisCourse,
  type Findings,
  isSameChange,
} from '@attain/domain/suggestions/analysers/analyse';
import { bringUnderBudgetCard } from '@attain/domain/suggestions/analysers/budget/bring-under-budget';
import type { BudgetOutlook } from '@attain/domain/suggestions/analysers/budget/budget-outlook';
import { analysers } from '@attain/domain/suggestions/analysers/list';
import type { LookedAt } from '@attain/domain/suggestions/analysers/looked-at';
import { asShare } from '@attain/domain/suggestions/confidence';
import type { AssistantSettings } from '@attain/domain/suggestions/configurations/assistant-settings';
import { isUnfinished } from '@attain/domain/suggestions/designed';
import { touchedValues } from '@attain/domain/suggestions/touched-values';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { newId } from '../../base/ids.ts';
import { defineJob, type TransactionJob } from '../../jobs/define-job.ts';
import type { JobOrder } from '../../jobs/queue.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { countPayees, historyHash, planHistories } from '../findings/plan-histories.ts';
import { importedRows } from '../imports/imported-rows.ts';
import { actAfterAnalysis } from './act-alone.ts';
import { type AnalysedSubject, analysedSubject } from './analysed-subject.ts';
import {
  type AnalysisOrder,
  type EarlierSuggestion,
  lockOpenSuggestions,
  type Replayed,
  selectDeclined,
  selectOrder,
  selectUnpacked,
  supersede,
  updateAnalysis,
} from './analyses-store.ts';
import { readAssistantSettings } from './assistant-settings.ts';
import { packEvidence } from './evidence/pack-evidence.ts';
import { readOverlayTerms } from './overlay-terms.ts';
import { readBudget } from './read-budget.ts';
import { findInRecords, TURNED_OFF } from './records/find-in-records.ts';
import { insertSuggestion } from './suggestions-store.ts';

const SCENARIOS = 200;
const DAY_MS = 86_400_000;
/** So long it works before other requests of the process get their turn. */
const TURN_MS = 10;
/** Of more payees the deals are not kept; payees who need them in a later pass are read again. */
const KEPT_PAYEES = 3_000;

/** Looks for changes of a plan, computes what they would save, and stores them as suggestions. */
export const analysisJob = defineJob<AnalysisOrder>({
  kind: 'analysis',
  unexpected: 'The analysis stopped because of an internal error. Nothing was saved; try again.',
  readsSnapshot: true,
  load: selectOrder,
  work: analysePlan,
  onEnd: (tx, id, { message }) => updateAnalysis(tx, id, { problem: message }),
  afterwards: async (ctx, order) => {
    await packFound(ctx, order);
    await actAfterAnalysis(ctx, order);
  },
});

/** Packs the evidence of what an analysis found; those that are packed already are left alone. */
async function packFound(ctx: AppContext, { tenantId, id }: JobOrder): Promise<void> {
  const { run: stored, uuids } = await ctx.db.within(tenantId, (tx) => selectUnpacked(tx, id));
  if (stored === null) return;
  const actor = systemActor(tenantId, stored.createdBy, `analysis/${id}`);
  for (const uuid of uuids) {
    const payees = stored.replayed?.[uuid] ?? null;
    await packEvidence(ctx, actor, { suggestionUuid: uuid, payees, people: stored.people });
  }
}

async function analysePlan(job: TransactionJob<AnalysisOrder>): Promise<() => Promise<void>> {
  const { tx, records, subject: order, ctx } = job;
  const started = performance.now();
  const subject = await analysedSubject(records, order.planId, ctx.today(tx));
  const { settings } = await readAssistantSettings(records);
  const declined = await selectDeclined(
    records,
    order.planId,
    new Date(ctx.clock.now().getTime() - settings.thresholds.declinedDays * DAY_MS),
  );
  const imported = await importedRows(records);
  const budget = settings.off.includes(bringUnderBudgetCard.key)
    ? TURNED_OFF
    : await readBudget(records, { planId: order.planId, subject, today: ctx.today(tx) });
  const course = analysisCourse({
    plan: subject.plan,
    isDesigned: isUnfinished(subject.document),
    isActive: subject.isActive,
    span: subject.span,
    analysers: analysers.filter(({ card }) => !settings.off.includes(card.key)),
    thresholds: settings.thresholds,
    records: imported,
    daysSinceImport: daysSince(imported.newest, ctx.clock.now()),
    overlays: await readOverlayTerms(records, { planId: order.planId, userId: order.createdBy }),
    budget,
    seed: subject.documentHash,
    scenarios: SCENARIOS,
    isDeclined: (inputHash, key, changes) =>
      declined.some((one) => one.inputHash === inputHash && isSameChange(one.claim, { key, changes })),
  });
  const replayedFindings = await run(job, course, { ...subject, budget });
  const inRecords = await findInRecords(records, {
    planId: order.planId,
    subject,
    unpaid: course.unpaid(),
    settings,
    today: ctx.today(tx),
    pause: () => job.pause(),
  });
  const findings = {
    ...replayedFindings,
    looked: [...replayedFindings.looked, ...turnedOff(settings), ...inRecords.looked],
    found: [...replayedFindings.found, ...inRecords.claims.map((claim) => ({ claim, payees: [] }))],
  };
  const { replayed, found } = await storeSuggestions(job, { findings, subject });
  const result = { read: findings.read, looked: [...findings.looked], found };
  return async () => {
    await updateAnalysis(tx, order.id, {
      ...result,
      replayed,
      documentHash: subject.documentHash,
      spanFrom: subject.span.from,
      spanTo: subject.span.to,
      peopleOf: subject.people,
      inputHash: findings.inputHash,
      durationMs: Math.round(performance.now() - started),
    });
    tx.record({
      action: 'analysis.completed',
      object: { type: 'analysis', id: order.id },
      after: createHash('sha256').update(canonicalText(result)).digest('hex'),
      evidence: [subject.documentHash, findings.inputHash],
    });
  };
}

/** Analysers of plans that the workspace does not let run. */
function turnedOff({ off }: AssistantSettings): LookedAt[] {
  return analysers
    .filter(({ card }) => off.includes(card.key))
    .map(({ card: { key } }) => ({ analyser: key, key, outcome: 'silent', message: TURNED_OFF }));
}

/** Findings with the hash of everything that was read, and of each payee's records. */
interface Hashed extends Findings {
  readonly inputHash: string;
  readonly payeeHashes: ReadonlyMap<string, string>;
}

/** Takes every history through the passes of the course. */
async function run(
  job: TransactionJob<AnalysisOrder>,
  course: AnalysisCourse,
  subject: AnalysedSubject & { readonly budget: BudgetOutlook | string },
): Promise<Hashed> {
  const { records } = job;
  const { plan, span, people, documentHash, budget } = subject;
  const count = await countPayees(records, people, span);
  const hash = createHash('sha256').update(
    canonicalText({
      documentHash,
      span: span.key,
      engine: ENGINE_VERSION,
      analysers: analysers.map(({ card }) => ({ ...card })),
      // an outlook is read of calculations, which are not among the histories
      ...(typeof budget === 'string' ? {} : { budget: { ...budget } }),
    }),
  );
  const kept: History[] = [];
  const withDeals = count <= KEPT_PAYEES;
  const payeeHashes = new Map<string, string>();
  let done = 0;
  job.progress(0, count * 3);
  let turn = performance.now();
  const letOthers = async () => {
    if (performance.now() - turn < TURN_MS) return;
    await job.pause();
    turn = performance.now();
  };
  /** Takes all steps of some work, with turns for others in between. */
  const ended = async <T>(work: Generator<unknown, T>): Promise<T> => {
    let next = work.next();
    while (!next.done) {
      await letOthers();
      next = work.next();
    }
    return next.value;
  };
  const step = async () => {
    done += 1;
    job.progress(done);
    await letOthers();
  };
  const scope = { planId: people, plans: [plan] as const, span, everyRate: true };
  for await (const one of planHistories(records, scope)) {
    const { history } = one;
    const payeeHash = historyHash(one);
    payeeHashes.set(payeeOf(history), payeeHash);
    hash.update(payeeHash);
    course.look(history);
    kept.push(withDeals ? history : { ...history, deals: [] });
    await step();
  }
  /** Takes every payee, those that need their deals again by reading them again. */
  const each = async (take: (history: History, withoutDeals: boolean) => Promise<boolean>) => {
    const left: string[] = [];
    for (const history of kept) {
      if (await take(history, !withDeals)) await step();
      else left.push(payeeOf(history));
    }
    if (left.length === 0) return;
    for await (const { history } of planHistories(records, { ...scope, participantIds: left })) {
      await take(history, false);
      await step();
    }
  };
  const inputHash = hash.digest('hex');
  if ((await ended(course.beginReplay())) > 0)
    await each(async (history, withoutDeals) => course.replay(history, withoutDeals));
  if ((await ended(course.beginDraw(inputHash))) > 0)
    await each((history, withoutDeals) => ended(course.draw(history, withoutDeals)));
  return { ...course.findings(), inputHash, payeeHashes };
}

/** Keeps open suggestions whose figures are the same, and puts new ones in the place of the others. */
async function storeSuggestions(
  { tx, subject: order }: TransactionJob<AnalysisOrder>,
  { findings, subject }: { readonly findings: Hashed; readonly subject: AnalysedSubject },
): Promise<{ replayed: Replayed; found: number }> {
  const open = await lockOpenSuggestions(tx, order.planId);
  const replayed: Record<string, Replayed[string]> = {};
  const kept = new Set<string>();
  const successors = new Map<string, string>();
  // the newest is listed first: the first rule’s suggestion is stored last
  for (const { claim, payees } of findings.found.toReversed()) {
    const { inputHash } = claim.provenance;
    const same = open.find((one) => isSame(one, { claim, inputHash }));
    if (same !== undefined) {
      kept.add(same.uuid);
      continue;
    }
    const id = newId();
    const { figures } = claim;
    await insertSuggestion(tx, {
      id,
      visibleId: claim.key,
      planId: order.planId,
      componentId: claim.componentId,
      participantId: claim.participantId,
      title: claim.title,
      reasoning: claim.reasoning.join(' '),
      changes: claim.changes,
      evidence: [
        {
          kind: 'plan',
          id: order.planId,
          hash: subject.documentHash,
          message: 'The plan that was analyzed.',
        },
      ],
      touched: touchedValues(subject.document, claim.changes),
      documentHash: subject.documentHash,
      savings: figures?.projectedSavings ?? null,
      confidence: figures === null ? null : asShare(figures.confidence),
      confidenceFormula: figures === null ? null : FORMULA,
      riskScore: figures?.risk?.score ?? null,
      currency: subject.plan.currency,
      analyser: claim.analyser,
      analyserVersion: claim.analyserVersion,
      analysisId: order.id,
      claim,
      inputHash,
      createdBy: order.createdBy,
    });
    replayed[id] = payees.map((one) => ({
      ...one,
      inputHash: findings.payeeHashes.get(one.participantId) ?? '',
    }));
    const before = open.find((one) => one.claim.key === claim.key && !kept.has(one.uuid));
    if (before !== undefined) successors.set(before.uuid, id);
  }
  for (const { uuid } of open) {
    if (kept.has(uuid)) continue;
    await supersede(tx, uuid, successors.get(uuid) ?? null);
    await closeRequest(tx, { kind: 'suggestion-apply', subjectId: uuid, status: 'void' });
  }
  return { replayed, found: findings.found.length };
}

const FORMULA = 'Geometric mean of data coverage, rule match, backtest and policy check';

function isSame(
  one: EarlierSuggestion,
  { claim, inputHash }: { claim: EarlierSuggestion['claim']; inputHash: string },
) {
  return one.inputHash === inputHash && isSameChange(one.claim, claim);
}

function daysSince(day: string | null, now: Date): number | null {
  return day === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / DAY_MS));
}
