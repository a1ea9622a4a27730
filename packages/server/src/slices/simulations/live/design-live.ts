import type { LiveDesign } from '@attain/contract/simulations/live';
import { scopeOf } from '@attain/domain/access/permissions';
import {
  exposesFewPayees,
  minPayeesTogether,
  seesSinglePay,
  smallGroupSentence,
} from '@attain/domain/access/small-groups';
import { minorDigits } from '@attain/domain/base/money';
import { assumptionsOf } from '@attain/domain/findings/pay-history';
import type { Plan } from '@attain/domain/plans/plan';
import { type ChangeBin, liveComparison } from '@attain/domain/simulations/live/live-comparison';
import { asText } from '@attain/domain/simulations/statistics';
import { tallyUnpaid } from '@attain/domain/simulations/unpaid-reasons';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { countPayees, spanOf } from '../../findings/plan-histories.ts';
import { mustCompare, type PlansAsked, pinnedBaseline, pinnedDraft } from '../compared-plans.ts';
import { LiveLedger, type LivePaying } from './live-ledger.ts';
import type { LiveLedgers } from './live-ledgers.ts';
import { selectRecordsSeen } from './live-store.ts';

/** Payees shown by name on each side. */
const shown = 5;

/**
 * What a changed plan would have cost in past periods, from totals in memory; nothing is stored. While the totals are being
 * read, the answer says how far. Throws NOT_FOUND, BAD_INPUT, PLAN_INVALID and NOT_CALCULABLE as a simulation does.
 */
export async function designLive(
  { ctx, ledgers }: { ctx: AppContext; ledgers: LiveLedgers },
  actor: Actor,
  asked: PlansAsked & { readonly span?: string | undefined },
  signal?: AbortSignal,
): Promise<LiveDesign> {
  mustAllow(actor, 'run:simulations');
  const { draft, baseline, span, seen, payees } = await ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const plans = {
      draft: await pinnedDraft(tx, asked, today),
      baseline: await pinnedBaseline(tx, asked, today),
    };
    mustCompare(plans.draft, plans.baseline);
    const over = await spanOf(tx, [plans.baseline.document, plans.draft.document], asked.span);
    const count = await countPayees(tx, plans.baseline.planId, over);
    return { ...plans, span: over, seen: await selectRecordsSeen(tx), payees: count };
  });
  if (payees === 0) {
    const message = `No one is assigned to the plan from ${span.from} to ${span.to}. Assign participants, or choose other periods.`;
    throw new ApiError('NOT_CALCULABLE', message);
  }
  const { key, from, to } = span;
  const answer = { span: { key, from, to }, currency: draft.document.currency };
  const plans = [draft.document, baseline.document] as const;
  const found = ledgers.ask(actor, { planId: baseline.planId, plans, span }, seen);
  if (!(found instanceof LiveLedger)) return { ...answer, reading: found, outcome: null };
  const pause = async () => {
    signal?.throwIfAborted();
    await new Promise(setImmediate);
  };
  await pause();
  const before = await found.payKept(baseline.document, pause);
  const after = await found.pay(draft.document, pause);
  return { ...answer, reading: null, outcome: outcomeOf(actor, found, { plans, before, after }) };
}

interface Compared {
  readonly plans: readonly [draft: Plan, baseline: Plan];
  readonly before: LivePaying;
  readonly after: LivePaying;
}

function outcomeOf(actor: Actor, ledger: LiveLedger, { plans, before, after }: Compared) {
  const [draft, baseline] = plans;
  const { currency } = draft;
  const unpaid = tallyUnpaid();
  const leftOut = new Map<string, number>();
  const compared: { at: number; before: bigint; after: bigint }[] = [];
  let unpaidCount = 0;
  for (const [at, old] of before.paid.entries()) {
    const now = after.paid[at]!;
    const problems = typeof old === 'object' ? old : typeof now === 'object' ? now : null;
    const why = typeof old === 'string' ? old : typeof now === 'string' ? now : null;
    if (typeof old === 'bigint' && typeof now === 'bigint') compared.push({ at, before: old, after: now });
    else if (problems !== null) {
      unpaidCount += 1;
      unpaid.add(problems === old ? 'baseline' : 'draft', problems);
    } else if (why !== null) leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  }
  const { changes, ...figures } = liveComparison(compared, currency);
  const { winners, losers } = figures;
  const seesAll = seesSinglePay(actor.roles);
  const withheld = !seesAll && exposesFewPayees({ payees: compared.length, changed: winners + losers });
  const hidden = { baseline: null, draft: null, change: null, changePercent: null };
  return {
    ...figures,
    ...(withheld && { ...hidden, withheld: smallGroupSentence }),
    changes: withheld ? [] : seesAll ? [...changes] : inGroups(changes),
    unpaid: unpaidCount,
    unpaidReasons: [...unpaid.reasons()],
    leftOut: [...leftOut].map(([reason, payees]) => ({ reason, payees })).sort((a, b) => b.payees - a.payees),
    calculated: Math.max(before.calculated, after.calculated),
    largest:
      scopeOf(actor.roles, 'read:simulated-pay') === 'tenant' ? largestOf(compared, ledger, currency) : null,
    assumptions: [...new Set([baseline, draft].flatMap(assumptionsOf))],
  };
}

/** Bins that are joined until each has enough payees to say nothing of one of them (ACCESS-10). */
function inGroups(bins: readonly ChangeBin[]): ChangeBin[] {
  const joined: ChangeBin[] = [];
  for (const bin of bins) {
    const last = joined.at(-1);
    const isOpen =
      last !== undefined &&
      last.payees < minPayeesTogether &&
      last.from.startsWith('-') === bin.from.startsWith('-');
    if (isOpen) joined[joined.length - 1] = { from: last.from, to: bin.to, payees: last.payees + bin.payees };
    else joined.push(bin);
  }
  return joined.filter(({ payees }) => payees >= minPayeesTogether);
}

function largestOf(
  compared: readonly { at: number; before: bigint; after: bigint }[],
  ledger: LiveLedger,
  currency: string,
) {
  const digits = minorDigits(currency);
  const changed = compared.filter(({ before, after }) => before !== after);
  const delta = (one: { before: bigint; after: bigint }) => one.after - one.before;
  const sorted = changed.sort((a, b) => {
    const [one, other] = [delta(a), delta(b)];
    return one > other ? -1 : one < other ? 1 : a.at - b.at;
  });
  const named = (one: { at: number; before: bigint; after: bigint }) => ({
    participantId: ledger.payees[one.at]!.id,
    participantName: ledger.payees[one.at]!.name,
    before: asText(one.before, digits),
    after: asText(one.after, digits),
    delta: asText(delta(one), digits),
  });
  return {
    winners: sorted
      .filter((one) => delta(one) > 0n)
      .slice(0, shown)
      .map(named),
    losers: sorted
      .filter((one) => delta(one) < 0n)
      .slice(-shown)
      .reverse()
      .map(named),
  };
}
