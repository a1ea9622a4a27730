import { daysOf, type Period, parsePeriod, periodContaining, periodsOf } from '@attain/domain/base/period';
import { type History, rollsFrom, spanOfWindows } from '@attain/domain/findings/pay-history';
import type { Plan } from '@attain/domain/plans/plan';
import type { ExchangePolicy } from '@attain/domain/plans/terms';
import { canonicalOf, canonicalText } from '@attain/domain/proofs/canonical';
import { sha256Hex } from '../../audit/canonical.ts';
import { ApiError, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { neededOver } from '../calculations/needed-records.ts';
import { payeeInputs } from '../calculations/payee-inputs.ts';

/** One payee's records between two days, with today's name. */
export interface PayeeHistory {
  readonly history: History;
  readonly name: string;
  /** The deals as canonical text. */
  readonly dealsText: string;
}

/** The content hash of a history, whose deals need not be written twice. */
export function historyHash({ history, dealsText }: Pick<PayeeHistory, 'history' | 'dealsText'>): string {
  const members = Object.entries(history).map(([name, value]) => [
    name,
    name === 'deals'
      ? dealsText
      : name === 'exchangeRates'
        ? sharedText(history[name])
        : canonicalText(value),
  ]);
  return sha256Hex(canonicalOf(Object.fromEntries(members)));
}

/** The canonical text of a list that many payees share, written once. */
function sharedText(list: History['exchangeRates']): string {
  const text = sharedTexts.get(list) ?? canonicalText(list);
  sharedTexts.set(list, text);
  return text;
}

const sharedTexts = new WeakMap<History['exchangeRates'], string>();

/** The payees, plans and days of a history. */
export interface HistoryScope {
  /** The plan people are on. */
  readonly planId: string;
  /** Every plan that will be paid on the histories; all of one currency. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly span: Period;
  /** With all rates of a payee's currencies, for deals that move to other days; else only those the deals' own days need. */
  readonly everyRate?: boolean;
  /** Omitted: everyone the plan pays. */
  readonly participantIds?: readonly string[];
}

/**
 * Everyone assigned to a plan in the span, by ID, with all records that decide their pay. Of the time before the first
 * day, only deals for rolling windows are included, and none if deals move to other days: paying any other window that
 * starts earlier fails.
 */
export async function* planHistories(tx: TenantTx, scope: HistoryScope): AsyncGenerator<PayeeHistory> {
  const { planId, span, plans, everyRate, participantIds } = scope;
  // People who join or leave in between need quotas only for their own days.
  const over = { ...neededOver(plans, span), enrolments: true };
  // Resampled deals have no earlier deals.
  const needed = everyRate ? over : { ...over, from: rollsFrom(plans, span) };
  for await (const payee of payeeInputs(tx, {
    planId,
    plan: readingPlan(scope),
    period: span,
    needed,
    earlier: [],
    ...(participantIds !== undefined && { participantIds }),
  })) {
    const { plan: _plan, period: _period, earlier: _earlier, ...records } = payee.input;
    yield {
      history: { ...records, span },
      name: payee.participant.name,
      get dealsText() {
        return payee.dealsText;
      },
    };
  }
}

/** A plan with the policy that reads the rates all plans need: every one where a policy, or a deal that moves, may ask for it. */
function readingPlan({ plans, everyRate }: HistoryScope): Plan {
  const policies = plans.map(({ exchange }): ExchangePolicy => exchange ?? { on: 'deal-date' });
  const locked = policies
    .flatMap((policy) => (policy.on === 'locked' ? [policy] : []))
    .toSorted((a, b) => (a.date < b.date ? 1 : -1));
  // a quota that begins after its period takes the rate of the period's end (QUOTA-15)
  const ahead = plans.some(({ components }) =>
    components.some(
      ({ window }) => window !== undefined && window.kind !== 'rolling' && window.quota === 'whole',
    ),
  );
  const ownDays = !everyRate && !ahead && policies.every(({ on }) => on === 'deal-date');
  const exchange: ExchangePolicy = ownDays ? { on: 'deal-date' } : (locked[0] ?? { on: 'period-average' });
  return { ...plans[0], exchange, components: [] };
}

/** How many payees a plan has in a span. */
export async function countPayees(tx: TenantTx, planId: string, span: Period): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(DISTINCT participant_id)::int AS count FROM plan_assignments
      WHERE plan_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2)`,
    [planId, span.from, span.to],
  );
  return result.rows[0]?.count ?? 0;
}

/**
 * The days to check: the given ones, or the last year of the first plan's own periods up to the one with the newest
 * deal, starting as early as the windows of all plans need (SIM-1). Throws BAD_INPUT for an invalid period, and
 * NOT_CALCULABLE if none is given and there are no deals.
 */
export async function spanOf(
  tx: TenantTx,
  plans: readonly [Plan, ...Plan[]],
  key: string | undefined,
): Promise<Period> {
  const [plan] = plans;
  if (key !== undefined)
    return must(parsePeriod(key, plan.calendar), 'BAD_INPUT', 'The period is not valid.');
  const newest = await newestDeal(tx);
  if (newest === null) {
    throw new ApiError('NOT_CALCULABLE', 'There are no deals yet, so there is no past year to check.');
  }
  const last = periodContaining(plan.calendar, newest);
  const year = Number(last.to.slice(0, 4));
  const known = [year - 2, year - 1, year, year + 1].flatMap((one) => periodsOf(plan.calendar, one));
  const months = plan.calendar.weeks?.pattern === '13-periods' ? 13 : 12;
  const count = { week: 52, month: months, quarter: 4, year: 1 };
  const until = known.filter(({ to }) => to <= last.to).slice(-count[plan.calendar.period]);
  const from = until[0]?.from ?? last.from;
  const days = { from, to: last.to };
  return spanOfWindows(plans, { key: daysOf(days), ...days });
}

/** The day of the newest deal, future deals included; null if there is none. */
export async function newestDeal(tx: TenantTx): Promise<string | null> {
  const result = await tx.client.query<{ day: string | null }>(
    'SELECT max(date)::text AS day FROM deals WHERE tenant_id = $1',
    [tx.tenantId],
  );
  return result.rows[0]?.day ?? null;
}
