import { setImmediate } from 'node:timers/promises';
import type { PlanHealth } from '@attain/contract/simulations/plan-health';
import { smallGroupSentence } from '@attain/domain/access/small-groups';
import { earlierDay } from '@attain/domain/base/day';
import { decimal, plain } from '@attain/domain/base/decimal';
import { periodContaining } from '@attain/domain/base/period';
import { runPlanTests } from '@attain/domain/findings/run-plan-tests';
import { costPerUnit, payByAttainment } from '@attain/domain/measures/plan-health';
import { isMoney } from '@attain/domain/payouts/line-terms';
import { planSetting } from '@attain/domain/payouts/pay-setting';
import type { Plan } from '@attain/domain/plans/plan';
import { measuredUnit } from '@attain/domain/quotas/quota';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { newestDeal } from '../findings/plan-histories.ts';
import { seenFindings } from '../findings/seen-findings.ts';
import {
  type AskedQuota,
  selectNewestChecks,
  selectPayeeResults,
  selectPlans,
  selectTestsOf,
  selectWithoutQuota,
  selectYears,
} from './plan-health-store.ts';
import { tooSmall } from './too-small.ts';

type StoredPlan = Awaited<ReturnType<typeof selectPlans>>[number];

/** How well each plan works. Figures of few payees are left out for users who do not see individual pay (ACCESS-10). */
export function readPlanHealth(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:simulations');
  const read = async (tx: TenantTx) => {
    const plans = await selectPlans(tx);
    const ids = plans.map(({ id }) => id);
    const results = await readResults(tx, actor, plans);
    const checks = (await selectNewestChecks(tx, ids)).map((one) => checkOf(actor, one));
    const failing = new Map<string, { count: number; failing: number }>();
    for (const { planId, document, tests } of await selectTestsOf(tx, ids)) {
      const failed = runPlanTests(document, tests).filter(({ passed }) => !passed);
      failing.set(planId, { count: tests.length, failing: failed.length });
      // other requests of the process get a turn
      await setImmediate();
    }
    const withoutQuota = await readWithoutQuota(tx, plans, ctx.today(actor));
    const rows = plans.map(({ id, name, isActive, document }): PlanHealth => {
      const check = checks.find(({ planId }) => planId === id);
      return {
        planId: id,
        planName: name,
        currency: document.currency,
        isActive,
        results: results.get(id)?.shown ?? null,
        check: check?.shown ?? null,
        tests: failing.get(id) ?? { count: 0, failing: 0 },
        withoutQuota: withoutQuota.get(id) ?? null,
      };
    });
    const isHidden = [...results.values(), ...checks].some(({ isWithheld }) => isWithheld);
    return { plans: rows, withheld: isHidden ? smallGroupSentence : null };
  };
  return ctx.read(actor, read, { snapshot: true });
}

/** What the plans paid in the last twelve months with results. */
async function readResults(tx: TenantTx, actor: Actor, plans: readonly StoredPlan[]) {
  const isSmall = tooSmall(actor);
  const years = await selectYears(
    tx,
    plans.map(({ id }) => id),
  );
  const components = plans.flatMap(({ id, document }) =>
    document.components.map((component) => ({
      planId: id,
      componentId: component.id,
      weight: component.weight,
      countsMoney: isMoney(component),
    })),
  );
  const payees = Map.groupBy(await selectPayeeResults(tx, years, components), ({ planId }) => planId);
  return new Map(
    years.map(({ planId, runIds, newestRunId, from, to }) => {
      const rows = payees.get(planId) ?? [];
      const spread = payByAttainment(rows);
      // each figure is judged by the payees behind it
      const money = rows.filter((row) => row.hasMoney);
      const attained = spread.bands.reduce((sum, one) => sum + one.payees, 0);
      const hidden = {
        cost: isSmall(money.length),
        correlation: isSmall(spread.compared),
        bands: isSmall(attained),
      };
      const shown: NonNullable<PlanHealth['results']> = {
        from,
        to,
        periods: runIds.length,
        payees: rows.length,
        newestRunId,
        costPerUnit: hidden.cost
          ? null
          : costPerUnit(money.map((row) => ({ pay: row.moneyPay, credited: row.moneyCredited }))),
        correlation: hidden.correlation ? null : spread.correlation,
        compared: spread.compared,
        bands: hidden.bands || attained === 0 ? [] : [...spread.bands],
      };
      const isWithheld = hidden.cost || hidden.correlation || hidden.bands;
      return [planId, { shown, isWithheld }];
    }),
  );
}

function checkOf(
  actor: Actor,
  { planId, id, at, version, report }: Awaited<ReturnType<typeof selectNewestChecks>>[number],
) {
  const { findings, withheld } = seenFindings(actor, report);
  const stakes = findings.flatMap(({ stake }) => (stake === null ? [] : decimal(stake.amount).abs()));
  const largest = stakes.reduce<(typeof stakes)[number] | null>(
    (max, one) => (max === null || one.gt(max) ? one : max),
    null,
  );
  const shown: NonNullable<PlanHealth['check']> = {
    simulationId: id,
    at,
    version,
    findings: findings.length,
    withStake: stakes.length,
    largestStake: largest === null ? null : plain(largest),
  };
  return { planId, shown, isWithheld: withheld !== undefined };
}

/** Payees without a quota they need in the newest period that has deals, of active plans. */
async function readWithoutQuota(tx: TenantTx, plans: readonly StoredPlan[], today: string) {
  const newest = await newestDeal(tx);
  if (newest === null) return new Map<string, PlanHealth['withoutQuota']>();
  const asked = plans.flatMap(({ id, isActive, document }) =>
    isActive ? askedQuotas(id, document, earlierDay(newest, today)) : [],
  );
  const found = await selectWithoutQuota(
    tx,
    asked.map(({ period: _, ...one }) => one),
  );
  return new Map(
    asked.map(({ planId, period }) => {
      const { count = 0, names = [] } = found.find((one) => one.planId === planId) ?? {};
      return [planId, { period, count, names }];
    }),
  );
}

function askedQuotas(planId: string, plan: Plan, day: string): readonly (AskedQuota & { period: string })[] {
  const period = periodContaining(plan.calendar, day);
  return planSetting({ plan, period }, true)
    .rules.filter(({ needsQuota }) => needsQuota)
    .map(({ component, measured }) => ({
      planId,
      componentId: component.id,
      unit: measuredUnit(component),
      from: measured.from,
      to: period.to,
      period: period.key,
    }));
}
