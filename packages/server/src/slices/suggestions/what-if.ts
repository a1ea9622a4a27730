import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { WhatIfRun } from '@attain/contract/what-if';
import { exposesFewPayees, seesSinglePay, smallGroupSentence } from '@attain/domain/access/small-groups';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import type { Plan } from '@attain/domain/plans/plan';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { payeeOf } from '@attain/domain/simulations/performance-point';
import type { ChangeFigures } from '@attain/domain/suggestions/claim';
import { evaluationCourse } from '@attain/domain/suggestions/figures/change-figures';
import type { OverlayTerms } from '@attain/domain/suggestions/overlays/overlay-terms';
import {
  type WhatIfChange,
  type WhatIfTarget,
  whatIfChange,
} from '@attain/domain/suggestions/what-if/what-if-target';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, must } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { countPayees, historyHash, planHistories } from '../findings/plan-histories.ts';
import { importedRows } from '../imports/imported-rows.ts';
import { planDetail } from '../plans/plan-document.ts';
import { type AnalysedSubject, analysedSubject } from './analysed-subject.ts';
import { drawnCosts } from './drawn-costs.ts';
import { readOverlayTerms } from './overlay-terms.ts';
import { insertRun, selectRuns } from './what-if-store.ts';

/** Years that are drawn for risk and range, as in an analysis; with many payees fewer, so that the answer comes in seconds. */
const SCENARIOS = 200;
const MIN_SCENARIOS = 20;
const DRAWN_YEARS = 20_000;
/** With more payees the user would wait too long; a simulation runs in the background. */
const MAX_PAYEES = 2_000;
/** So long the process works before other requests get their turn. */
const TURN_MS = 10;

/** A value to try. */
export interface WhatIfOrder extends WhatIfTarget {
  readonly planId: string;
  readonly newValue: string;
  readonly originalValue?: string | undefined;
}

interface Tried extends WhatIfChange {
  readonly documentHash: string;
  readonly componentName: string | null;
  readonly figures: ChangeFigures;
  readonly inputHash: string;
}

/**
 * Tries one value of a plan's newest version on past deals and stores the run; the plan stays as it is (SGR-70). Throws NOT_FOUND for
 * the plan, BAD_INPUT for a value that can't be read, CONFLICT for a component that is gone or a plan that changed, and
 * NOT_CALCULABLE without deals or payees, or where the figures would tell a user without that right what few people are paid (ACCESS-10).
 */
export async function runWhatIf(ctx: AppContext, actor: Actor, order: WhatIfOrder): Promise<WhatIfRun> {
  mustAllow(actor, 'run:simulations');
  const today = ctx.today(actor);
  const tried = await ctx.read(actor, (tx) => tryValue(tx, { order, today, actor }), {
    snapshot: true,
  });
  return ctx.write(actor, async (tx) => {
    const { documentHash } = await planDetail(tx, order.planId, { today });
    if (documentHash !== tried.documentHash) throw changedMeanwhile();
    const id = newId();
    const { changes: _, ...stored } = tried;
    const { planId, parameter, componentId } = order;
    const target = { planId, parameter, componentId: parameter === 'weights' ? null : componentId };
    const run = await insertRun(tx, { id, ...target, ...stored, createdBy: actor.userId });
    tx.record({
      action: 'what-if.computed',
      object: { type: 'what-if', id },
      after: valueHash(stored.figures),
      evidence: [documentHash, tried.inputHash],
    });
    return run;
  });
}

/** The actor’s own runs on a plan, or on all plans, newest first. */
export function listWhatIfRuns(
  ctx: AppContext,
  actor: Actor,
  input: { planId?: string | undefined; limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'run:simulations');
  return ctx.read(actor, async (tx) => {
    const { planId = null, limit } = input;
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const stored = await selectRuns(tx, { planId, userId: actor.userId }, { after, limit });
    return onePage(stored, limit, (row) => [row.createdAt, row.simulationId]);
  });
}

const changedMeanwhile = (now?: string) =>
  new ApiError(
    'CONFLICT',
    now === undefined
      ? 'The plan has changed. Run it again.'
      : `The plan has changed: the value is now ${now}. Run it again.`,
  );

async function tryValue(
  tx: TenantTx,
  { order, today, actor }: { order: WhatIfOrder; today: string; actor: Actor },
): Promise<Tried> {
  const { document } = await planDetail(tx, order.planId, { today });
  const change = readChange(document, order);
  const { componentId, parameter } = order;
  const component =
    parameter === 'weights' ? undefined : document.components.find(({ id }) => id === componentId);
  const subject = await analysedSubject(tx, order.planId, today);
  const overlays = await readOverlayTerms(tx, { planId: order.planId, userId: actor.userId });
  const { changed, ...found } = await figuresOf(tx, subject, { ...change, overlays });
  if (!seesSinglePay(actor.roles) && exposesFewPayees({ payees: found.figures.payees, changed }))
    throw new ApiError('NOT_CALCULABLE', smallGroupSentence);
  return {
    ...change,
    ...found,
    documentHash: subject.documentHash,
    componentName: component?.name ?? null,
  };
}

/** The change of the plan that the typed value asks for. */
function readChange(
  document: Plan,
  { planId: _, originalValue, newValue, ...target }: WhatIfOrder,
): WhatIfChange {
  const read = whatIfChange(document, target, newValue);
  if (!read.ok) {
    const [first] = read.problems;
    const isGone = first?.path === 'componentId' && target.componentId !== null;
    throw new ApiError(isGone ? 'CONFLICT' : 'BAD_INPUT', first?.message ?? '', { problems: read.problems });
  }
  const now = read.value.originalValue;
  if (originalValue !== undefined && originalValue !== now) throw changedMeanwhile(now);
  return read.value;
}

/** Replays the change and draws its years, over the payees of an analysis of the plan. */
async function figuresOf(
  tx: TenantTx,
  { plan, span, people, documentHash }: AnalysedSubject,
  { changes, overlays }: WhatIfChange & { readonly overlays: OverlayTerms },
): Promise<Pick<Tried, 'figures' | 'inputHash'> & { changed: number }> {
  const payees = await countPayees(tx, people, span);
  if (payees === 0) throw new ApiError('NOT_CALCULABLE', 'The plan has no payees in the last year.');
  if (payees > MAX_PAYEES)
    throw new ApiError(
      'NOT_CALCULABLE',
      `The plan has more than ${MAX_PAYEES} payees. Run a simulation instead.`,
    );
  const scenarios = Math.min(SCENARIOS, Math.max(MIN_SCENARIOS, Math.floor(DRAWN_YEARS / payees)));
  const recordHashes = new Map<string, string>();
  const drawnBy = [tx.tenantId, documentHash, span.key, scenarios].join(' ');
  const course = must(
    evaluationCourse({
      plan,
      changes,
      span,
      records: await importedRows(tx),
      overlays,
      seed: documentHash,
      scenarios,
      known: drawnCosts(drawnBy, (participantId) => recordHashes.get(participantId) ?? ''),
    }),
    'BAD_INPUT',
    'The plan can’t have this value.',
  );
  const terms = { documentHash, span: span.key, engine: ENGINE_VERSION, changes };
  const hash = createHash('sha256').update(canonicalText(terms));
  let turn = performance.now();
  const scope = { planId: people, plans: [plan] as const, span, everyRate: true };
  for await (const one of planHistories(tx, scope)) {
    const { history } = one;
    const recordHash = historyHash(one);
    recordHashes.set(payeeOf(history), recordHash);
    hash.update(recordHash);
    for (const _ of course.take(history)) {
      if (performance.now() - turn < TURN_MS) continue;
      await setImmediate();
      turn = performance.now();
    }
  }
  const { figures, payees: paid } = course.evaluation();
  if (figures.payees === 0)
    throw new ApiError('NOT_CALCULABLE', 'The plan can’t pay any of its payees. Check its findings.');
  const changed = paid.filter(({ before, after }) => before !== after).length;
  return { figures, inputHash: hash.digest('hex'), changed };
}
