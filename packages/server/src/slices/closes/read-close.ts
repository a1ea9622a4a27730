import type { Run } from '@attain/contract/calculations';
import type { Close, CloseFinding, ClosePeriod } from '@attain/contract/closes';
import { scopeOf } from '@attain/domain/access/permissions';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { counted } from '@attain/domain/base/figures';
import { medianOf } from '@attain/domain/base/median';
import type { Period } from '@attain/domain/base/period';
import type { Holidays } from '@attain/domain/base/working-days';
import {
  type CalculationState,
  closeSteps,
  monthOf,
  type PaymentStage,
  payDayOf,
  periodsEnding,
  sameWorkingDay,
  workingDaysUntil,
} from '@attain/domain/closes/close-steps';
import { controlProblem } from '@attain/domain/closes/control-totals';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { holidaysOf } from '../../db/workspace-days.ts';
import { calculationsOf } from '../calculations/read-calculations.ts';
import { recalculationOf } from '../calculations/recalculate-all/read-recalculate-all.ts';
import { controlsOf } from '../imports/control-totals.ts';
import { countSignOffs } from '../statements/sign-offs.ts';
import {
  countDealsByMonth,
  countDealsStoredBy,
  countDisputes,
  type DealSum,
  selectControlled,
  selectLoads,
  selectPaidPlans,
  selectPeriods,
  sumUnapproved,
  sumUncredited,
} from './closes-store.ts';
import { exceptionsOf } from './exceptions-of.ts';

/** The months that are listed at most. */
const maxMonths = 36;

/** The close of the newest month that is over, else of the newest with deals; null: no active plan has payees and deals. */
export function readNewestClose(ctx: AppContext, actor: Actor): Promise<Close | null> {
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const { months, ...known } = await knownMonths(tx, today);
    const month = newestOf(months, today);
    return month === null ? null : closeOf(tx, actor, { month, today, months, ...known });
  });
}

/** The close of a month. NOT_FOUND if no period with deals ends in it. */
export function readClose(ctx: AppContext, actor: Actor, month: string): Promise<Close> {
  return ctx.read(actor, (tx) => closeIn(tx, actor, { month, today: ctx.today(actor) }));
}

/** The same inside a transaction. */
export async function closeIn(
  tx: TenantTx,
  actor: Actor,
  { month, today }: { month: string; today: string },
): Promise<Close> {
  const known = await knownMonths(tx, today);
  if (!known.months.includes(month)) throw noClose();
  return closeOf(tx, actor, { month, today, ...known });
}

/** Whether a period with deals ends in the month. The caller decides who may read its close. */
export async function hasClose(
  tx: TenantTx,
  { month, today }: { month: string; today: string },
): Promise<boolean> {
  return (await knownMonths(tx, today)).months.includes(month);
}

type PaidPlan = Awaited<ReturnType<typeof selectPaidPlans>>[number];
type DealMonth = { readonly month: string; readonly deals: number };
interface Known {
  readonly months: readonly string[];
  readonly plans: readonly PaidPlan[];
  readonly dealMonths: readonly DealMonth[];
}

/** The plans, and the months in which one of their periods with deals ends. */
async function knownMonths(tx: TenantTx, today: string): Promise<Known> {
  const plans = await selectPaidPlans(tx);
  const dealMonths = await countDealsByMonth(tx, today);
  const first = dealMonths.at(-1)?.month;
  const months: string[] = [];
  if (first === undefined) return { months, plans, dealMonths };
  const hasDeals = ({ from, to }: Period) =>
    dealMonths.some(({ month }) => month >= from.slice(0, 7) && month <= to.slice(0, 7));
  const calendars = new Map(plans.map(({ document: { calendar } }) => [JSON.stringify(calendar), calendar]));
  for (
    let month = today.slice(0, 7);
    month >= first && months.length < maxMonths;
    month = monthBefore(month)
  ) {
    const days = monthOf(month);
    if ([...calendars.values()].some((calendar) => periodsEnding(calendar, days).some(hasDeals)))
      months.push(month);
  }
  return { months, plans, dealMonths };
}

function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

async function closeOf(
  tx: TenantTx,
  actor: Actor,
  { month, today, months, plans, dealMonths }: Known & { month: string; today: string },
): Promise<Close> {
  const days = monthOf(month);
  const holidays = await holidaysOf(tx);
  const { closing } = await closingOf(tx, actor, { plans, days });
  const periods = closing.map(({ plan, period, row, run }): ClosePeriod => {
    const stage = stages[row.paymentStatus ?? ''];
    return {
      planId: plan.id,
      planName: plan.name,
      period,
      currency: plan.document.currency,
      payees: row.payees,
      calculation: calculationState(run),
      run: run && shownRun(run),
      published: run?.published?.audience ?? null,
      payment: row.paymentId !== null && stage !== undefined ? { id: row.paymentId, stage } : null,
    };
  });
  const disputes = await countDisputes(tx, closing);
  const { signed, all } = await countSignOffs(tx, days, closing);
  const signOffs = { signed, all };
  const odd = await exceptionsOf(tx, closing);
  const exceptions = { open: odd.filter(({ cleared }) => cleared === null).length, all: odd.length };
  const { lastLoaded, open } = await selectLoads(tx);
  const deals = dealMonths.find((one) => one.month === month)?.deals ?? 0;
  const facts = {
    month: days,
    today,
    holidays,
    deals,
    lastLoaded,
    disputes,
    exceptions,
    signOffs,
    periods: periods.map(({ payment, ...one }) => ({ ...one, payment: payment?.stage ?? null })),
  };
  return {
    month,
    ...days,
    months: [...months],
    deals: {
      count: deals,
      usual: usualDeals(dealMonths, month),
      sameDay: await sameDayDeals(tx, dealMonths, { month, today, holidays }),
      lastLoaded,
    },
    steps: [...closeSteps(facts)],
    daysToPay: workingDaysUntil(payDayOf(days.to, holidays), today, holidays),
    periods,
    recalculation: await recalculationOf(tx, periods),
    findings: [
      ...closing.flatMap(({ run, completed }) => (run === null ? [] : findingsOf(run, completed))),
      ...(await selectControlled(tx, days)).flatMap(totalsFinding),
      ...dealFinding('uncredited', await sumUncredited(tx, days), actor),
      ...dealFinding('unapproved', await sumUnapproved(tx, days), actor),
      ...open.map(({ id, fileName, problems }) =>
        finding({ kind: 'import', count: problems, message: fileName, importId: id }),
      ),
    ].sort((a, b) => Number(b.blocks) - Number(a.blocks)),
    blockedPay: totalsOf(
      closing.flatMap(({ run, completed }) => (isBlocked(run) && completed ? completed : [])),
    ),
    totals: totalsOf(closing.flatMap(({ run }) => run ?? [])),
    disputes,
    exceptions,
    signOffs,
  };
}

/** The periods of the plans that end within the days and have payees, with their newest calculation. */
async function closingOf(
  tx: TenantTx,
  actor: Actor,
  { plans, days }: { plans: readonly PaidPlan[]; days: { readonly from: string; readonly to: string } },
) {
  const all = plans.flatMap((plan) =>
    periodsEnding(plan.document.calendar, days).map((period) => ({ planId: plan.id, plan, period })),
  );
  const rows = await selectPeriods(tx, all);
  const runs = await calculationsOf(tx, actor, [
    ...new Set(rows.flatMap(({ runId, completedId }) => [runId ?? [], completedId ?? []].flat())),
  ]);
  const closing = all.flatMap((one) => {
    const row = rows.find(({ planId, from }) => planId === one.planId && from === one.period.from);
    if (row === undefined) return [];
    const runOf = (id: string | null) => runs.find((run) => run.id === id) ?? null;
    return [{ ...one, row, run: runOf(row.runId), completed: runOf(row.completedId) }];
  });
  return { closing };
}

/** The periods of a close with their newest calculation. NOT_FOUND for a month without a close. */
export async function closingIn(
  tx: TenantTx,
  actor: Actor,
  { month, today }: { month: string; today: string },
) {
  const { months, plans } = await knownMonths(tx, today);
  if (!months.includes(month)) throw noClose();
  const { closing } = await closingOf(tx, actor, { plans, days: monthOf(month) });
  return { closing, months };
}

/** The newest month with a close that is over, else the newest with deals; null: none has a close. */
export async function newestMonth(tx: TenantTx, today: string): Promise<string | null> {
  return newestOf((await knownMonths(tx, today)).months, today);
}

/** The months with a close, newest first. */
export async function closeMonths(tx: TenantTx, today: string): Promise<readonly string[]> {
  return (await knownMonths(tx, today)).months;
}

function newestOf(months: readonly string[], today: string): string | null {
  return months.find((one) => monthOf(one).to < today) ?? months[0] ?? null;
}

const noClose = () => new ApiError('NOT_FOUND', 'No period of an active plan with deals ends in this month.');

const stages: Readonly<Record<string, PaymentStage>> = {
  calculated: 'made',
  approved: 'approved',
  posted: 'posted',
  paid: 'paid',
  finalized: 'paid',
};

const isBlocked = (run: Run | null) => ['failed', 'outdated'].includes(calculationState(run));

/** The newest calculation of a period as a close counts it. */
export function calculationState(run: Run | null): CalculationState {
  if (run === null) return 'none';
  if (run.status === 'failed') return 'failed';
  if (run.status === 'queued' || run.status === 'running') return 'running';
  return run.stale.length > 0 ? 'outdated' : 'current';
}

const monthsBefore = (dealMonths: readonly DealMonth[], month: string) =>
  dealMonths.filter((one) => one.month < month).slice(0, 4);

/** The median number of deals of the last four months before; null: no deals before. */
const usualDeals = (dealMonths: readonly DealMonth[], month: string) =>
  rounded(medianOf(monthsBefore(dealMonths, month).map(({ deals }) => deals)));

const rounded = (count: number | null) => (count === null ? null : Math.round(count));

/** The same of the deals stored by the same working day (CLOSE-15); null: no month before had any by then. */
async function sameDayDeals(
  tx: TenantTx,
  dealMonths: readonly DealMonth[],
  { month, today, holidays }: { month: string; today: string; holidays: Holidays },
): Promise<Close['deals']['sameDay']> {
  const days = monthsBefore(dealMonths, month).map((one) => {
    const other = monthOf(one.month);
    return { other, ...sameWorkingDay(today, { month: monthOf(month), other, holidays }) };
  });
  const [first] = days;
  if (first === undefined) return null;
  const counts = await countDealsStoredBy(
    tx,
    days.map(({ other, day }) => ({ ...other, by: day })),
  );
  const known = counts.filter((count) => count > 0);
  const usual = rounded(medianOf(known));
  if (usual === null) return null;
  return { workingDay: first.number, isAfter: first.isAfter, usual, months: known.length };
}

function finding(one: Pick<CloseFinding, 'kind' | 'count'> & Partial<CloseFinding>): CloseFinding {
  return {
    blocks: false,
    planName: null,
    periodKey: null,
    message: null,
    amounts: [],
    runId: null,
    importId: null,
    ...one,
  };
}

/** Control totals of an import that differ or were not stated (CLOSE-24). */
function totalsFinding(one: Awaited<ReturnType<typeof selectControlled>>[number]): readonly CloseFinding[] {
  const problems = controlsOf(one).flatMap((total) => controlProblem(total) ?? []);
  if (problems.length === 0) return [];
  const why = one.control?.reason ? ` Confirmed: “${one.control.reason.text}”` : '';
  const message = `${one.fileName}. ${problems.join(' ')}${why}`;
  return [finding({ kind: 'totals', count: problems.length, message, importId: one.id })];
}

const problemOf = ({ problems, error }: Run) => problems[0]?.message ?? error;

function shownRun(run: Run): NonNullable<ClosePeriod['run']> {
  const { id, version, status, total, progress } = run;
  return { id, version, status, total, progress, problem: problemOf(run) };
}

/** Amounts of blockers are the pay of the newest results (CLOSE-16). */
function findingsOf(run: Run, completed: Run | null): readonly CloseFinding[] {
  const of = { planName: run.planName, periodKey: run.period.key, runId: run.id };
  const amounts = completed?.total == null ? [] : [{ currency: completed.currency, amount: completed.total }];
  if (run.status === 'failed') {
    const count = run.problems.length;
    return [finding({ ...of, kind: 'failed', blocks: true, count, message: problemOf(run), amounts })];
  }
  const [stale] = run.stale;
  const [warning] = run.warnings;
  return [
    ...(stale
      ? [
          finding({
            ...of,
            kind: 'outdated',
            blocks: true,
            count: run.stale.length,
            message: stale.message,
            amounts,
          }),
        ]
      : []),
    ...(warning
      ? [finding({ ...of, kind: 'uncounted', count: run.warnings.length, message: warning.message })]
      : []),
  ];
}

/** Amounts only for users who may read all deals. */
function dealFinding(
  kind: 'uncredited' | 'unapproved',
  sums: readonly DealSum[],
  actor: Actor,
): readonly CloseFinding[] {
  const count = sums.reduce((all, { deals }) => all + deals, 0);
  if (count === 0) return [];
  const sees = scopeOf(actor.roles, 'read:deals') === 'tenant';
  return [
    finding({ kind, count, amounts: sees ? sums.map(({ currency, amount }) => ({ currency, amount })) : [] }),
  ];
}

function totalsOf(runs: readonly Run[]): Close['totals'] {
  if (runs.some(({ withheld }) => withheld !== undefined)) return null;
  const paid = runs.filter(({ total }) => total !== null);
  return [...Map.groupBy(paid, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amount: plain(sum(some.map(({ total }) => decimal(total ?? '0')))),
  }));
}

/** Why the results of a close cannot be published yet (CLOSE-6); null: they can. */
export function unpublishable({ periods }: Close): string | null {
  const open = periods.filter(({ calculation }) => calculation !== 'current');
  if (periods.length === 0) return 'There is nothing to publish.';
  if (open.length === 0) return null;
  const named = open.slice(0, 5).map(({ planName, period }) => `${planName} ${period.key}`);
  const more = open.length - named.length;
  return `${counted(open.length, 'calculation')} not up to date: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Calculate all first.`;
}
