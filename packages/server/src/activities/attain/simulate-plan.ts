import { setTimeout as pause } from 'node:timers/promises';
import type { Simulation } from '@attain/contract/simulations/simulations';
import { decimal, HUNDRED, plain, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { changePlan, type PlanChange } from '@attain/domain/plans/change-plan';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { countDeals } from '../../slices/plans/count-deals.ts';
import { readPlan } from '../../slices/plans/read-plan.ts';
import { readSimulation } from '../../slices/simulations/read-simulations.ts';
import { startSimulation } from '../../slices/simulations/start-simulation.ts';
import { actingFor } from '../acting-for.ts';
import { asJson, textOf } from '../config-values.ts';
import { changesOf, planOf } from './plan-of.ts';

const lookAgainMs = 200;
const findingsShown = 50;

/**
 * Starts a replay, Monte Carlo simulation or lint of a plan's active version with changes, and returns when it has
 * ended. The simulation is stored under the step's key, so that a repeated attempt waits for the first. Fails as the
 * simulation fails.
 */
export function simulatePlan(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      const { config } = given.effect;
      const planId = await planOf(ctx, actor, config);
      const changes = changesOf(config);
      const kind = kindOf(config.kind);
      const { activeVersion } = await readPlan(ctx, actor, { id: planId });
      const version = activeVersion ?? undefined;
      const { document } = await readPlan(ctx, actor, { id: planId, version });
      const changed = changedPlan(document, changes);
      const scenarios = typeof config.scenarios === 'number' ? config.scenarios : 200;
      const tried = changes.length === 0 ? { version } : { document: changed };
      let one = await startSimulation(ctx, actor, {
        kind,
        planId,
        ...tried,
        span: textOf(config, 'period'),
        scenarios,
        seed: 'attain',
      });
      while (one.status === 'queued' || one.status === 'running') {
        await pause(lookAgainMs, undefined, { signal: given.signal });
        one = await readSimulation(ctx, actor, one.id);
      }
      if (one.status !== 'completed') {
        throw new EffectFailed('NOT_SIMULATED', one.error ?? `The simulation is ${one.status}.`);
      }
      if (one.withheld !== undefined && one.lint === null) throw new EffectFailed('WITHHELD', one.withheld);
      const deals = await ctx.read(actor, (tx) => countDeals(tx, planId, one.span));
      const { name, currency } = document;
      return asJson({
        plan: planId,
        planName: name,
        currency,
        simulation: one.id,
        hash: one.resultHash,
        span: one.span,
        kind,
        changes,
        deals,
        ...shown(one),
      });
    },
  };
}

function changedPlan(plan: Plan, changes: readonly PlanChange[]): Plan {
  const changed = changePlan(plan, changes);
  if (changed.ok) return changed.value;
  throw new EffectFailed(
    'BAD_CHANGES',
    changed.problems.map(({ path, message }) => `${path}: ${message}`).join(' '),
  );
}

function kindOf(kind: unknown): Simulation['kind'] {
  if (kind === 'monte-carlo' || kind === 'lint') return kind;
  return 'replay';
}

/** Results with the same names for both kinds of comparison; confidence from 0 to 1. */
function shown({ replay, monteCarlo, lint }: Simulation) {
  if (replay !== null) {
    const { baseline, draft, change, changePercent, payees, winners, losers, same, unpaid } = replay;
    const outcomes = { payees, winners, losers, same, unpaid };
    const savings = moneyText(decimal(change).neg(), replay.currency);
    return {
      ...outcomes,
      baseline: baseline.cost,
      draft: draft.cost,
      revenue: draft.revenue,
      change,
      changePercent,
      savings,
    };
  }
  if (monteCarlo !== null) {
    const {
      baseline,
      draft,
      projectedSavings,
      riskScore,
      confidence,
      payees,
      winners,
      losers,
      same,
      unpaid,
    } = monteCarlo;
    const outcomes = { payees, winners, losers, same, unpaid };
    const change = moneyText(decimal(projectedSavings).neg(), monteCarlo.currency);
    const figures = {
      baseline: baseline.mean,
      draft: draft.mean,
      change,
      savings: projectedSavings,
      risk: riskScore,
    };
    return { ...outcomes, ...figures, confidence: plain(decimal(String(confidence)).div(HUNDRED)) };
  }
  const findings = lint?.findings ?? [];
  const stakes = findings.flatMap(({ stake }) => (stake === null ? [] : [decimal(stake.amount)]));
  return {
    findings: findings.slice(0, findingsShown),
    stake: lint?.withheld === undefined ? plain(sum(stakes)) : null,
    ...lint?.looked,
  };
}
