import { setImmediate } from 'node:timers/promises';
import type { Run } from '@attain/contract/calculations';
import { type Decimal, decimal, sum, ZERO } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { shareOf } from '@attain/domain/measures/pay-measures';
import { calculate, ENGINE_VERSION, paysLike } from '@attain/domain/payouts/calculate';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { partnersOf } from '../calculations/payee-inputs.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { type RecomputedPayee, selectPayeesToRecompute, selectRunPlan } from './recompute-store.ts';
import { visibleRun } from './visible-run.ts';

/** A line that differs on recalculation; null where one side has no such line. */
export interface WrongLine {
  readonly participantId: string;
  readonly componentId: string;
  readonly stored: string | null;
  readonly computed: string | null;
}

const payeesAPage = 50;
const wrongLinesShown = 100;

/**
 * Recalculates all payees of a calculation, or one, from their stored inputs, and compares each line (MEAS-1) and the
 * total. Stores nothing. Throws NOT_FOUND outside the actor's reach, and CONFLICT for a calculation that has not ended
 * or used another engine version. Can be aborted between two payees.
 */
export async function recomputePayouts(
  ctx: AppContext,
  actor: Actor,
  wanted: { runId: string; participantId: string | null; signal: AbortSignal },
) {
  const { run, linesOf, visible, plan } = await ctx.read(actor, async (tx) => {
    const found = await visibleRun(tx, { actor, permission: 'read:payouts', runId: wanted.runId });
    if (wanted.participantId !== null) mustSee(found.visible, wanted.participantId);
    return { ...found, plan: await selectRunPlan(tx, found.linesOf) };
  });
  if (plan === null || !['completed', 'unchanged'].includes(run.status)) {
    throw new ApiError('CONFLICT', `This calculation is ${run.status} and has no results to verify.`);
  }
  if (!paysLike(run.engineVersion)) {
    const message = `This calculation used version ${run.engineVersion} of the rules; the current version is ${ENGINE_VERSION}. Calculate the period again.`;
    throw new ApiError('CONFLICT', message);
  }
  const people = wanted.participantId === null ? visible : [wanted.participantId];
  const found = { payees: 0, deals: 0, lines: 0, right: 0, total: ZERO, overpaid: ZERO, underpaid: ZERO };
  const wrong: WrongLine[] = [];
  const page = (tx: TenantTx, after: string) =>
    selectPayeesToRecompute(tx, { runId: linesOf, people, after, limit: payeesAPage });
  for (let after = ''; ; ) {
    const payees = await ctx.read(actor, (tx) => page(tx, after));
    for (const payee of payees) {
      wanted.signal.throwIfAborted();
      const compared = compare(payee, plan, run);
      found.payees += 1;
      found.deals += payee.inputs.deals.length;
      found.lines += compared.lines;
      found.right += compared.lines - compared.wrong.length;
      found.total = found.total.plus(compared.total);
      for (const one of compared.wrong) {
        const over = decimal(one.stored ?? '0').minus(decimal(one.computed ?? '0'));
        if (over.gt(ZERO)) found.overpaid = found.overpaid.plus(over);
        else found.underpaid = found.underpaid.minus(over);
        if (wrong.length < wrongLinesShown) wrong.push(one);
      }
      await setImmediate();
    }
    const last = payees.at(-1);
    if (last === undefined || payees.length < payeesAPage) break;
    after = last.participantId;
  }
  const money = (value: Decimal) => moneyText(value, run.currency);
  const whole = people === null && run.total !== null;
  const stored = whole ? money(decimal(run.total ?? '0')) : null;
  const total = money(found.total);
  return {
    valid: found.right === found.lines && (stored === null || stored === total),
    run: run.id,
    plan: run.planId,
    planName: run.planName,
    period: run.period.key,
    hash: run.resultHash,
    deals: people === null ? (run.dealCount ?? 0) : found.deals,
    currency: run.currency,
    payees: found.payees,
    lines: found.lines,
    right: found.right,
    wrong: found.lines - found.right,
    accuracy: shareOf(found.right, found.lines),
    total,
    stored,
    overpaid: money(found.overpaid),
    underpaid: money(found.underpaid),
    wrongLines: wrong,
  };
}

function compare({ stored, inputs, participantId }: RecomputedPayee, plan: Plan, run: Run) {
  const { participant, deals, further, ...rest } = inputs;
  const { period } = run;
  const participants = [participant, ...partnersOf(participantId, deals)];
  const made = calculate({
    ...rest,
    ...further,
    deals,
    plan,
    period,
    participants,
    payeeIds: [participantId],
  });
  const computed = new Map(made.ok ? made.value.lines.map((line) => [line.componentId, line]) : []);
  const known = new Set([...stored.map(({ componentId }) => componentId), ...computed.keys()]);
  const wrong = [...known].flatMap((componentId): WrongLine[] => {
    const before = stored.find((one) => one.componentId === componentId);
    const again = computed.get(componentId);
    const same =
      before !== undefined &&
      again !== undefined &&
      decimal(before.amount).eq(decimal(again.amount)) &&
      isSame(before.attainmentPercent, again.attainmentPercent);
    if (same) return [];
    return [{ participantId, componentId, stored: before?.amount ?? null, computed: again?.amount ?? null }];
  });
  return { lines: known.size, wrong, total: sum(stored.map(({ amount }) => decimal(amount))) };
}

function isSame(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : decimal(a).eq(decimal(b));
}
