import { setTimeout as pause } from 'node:timers/promises';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { mustAllow } from '../base/actor.ts';
import type { House } from '../house.ts';
import { EffectFailed } from '../runs/engine/effect-failed.ts';
import type { Performer } from '../runs/engine/perform-effect.ts';
import { readCalculation } from '../slices/calculations/read-calculations.ts';
import { startCalculation } from '../slices/calculations/start-calculation.ts';
import { explainPayout } from '../slices/payouts/explain-payout.ts';
import { listPayouts } from '../slices/payouts/list-payouts.ts';
import { listPlans } from '../slices/plans/list-plans.ts';
import { actingFor } from './acting-for.ts';
import { asJson, textOf } from './config-values.ts';

const lookAgainMs = 200;
const running = ['queued', 'running'];
const mostLines = 1_000;

/** Calculates a plan for a period with the engine that pays, and comes back when that calculation has ended. */
export function calculatePay(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      mustAllow(actor, 'run:calculations');
      const { config } = given.effect;
      const planId = await planNamed(house, actor, textOf(config, 'plan'));
      let run = await startCalculation(house, actor, { planId, period: textOf(config, 'period') });
      while (running.includes(run.status)) {
        await pause(lookAgainMs, undefined, { signal: given.signal });
        run = await readCalculation(house, actor, run.id);
      }
      if (run.status === 'failed' || run.status === 'cancelled') {
        throw new EffectFailed('NOT_CALCULATED', run.error ?? `The calculation is ${run.status}.`);
      }
      return asJson({ ...run, run: run.id });
    },
  };
}

/** The lines of one payee in a calculation, each with its sentence and its arithmetic. */
export function explainPay(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      const runId = textOf(given.effect.config, 'calculation');
      const participantId = textOf(given.effect.config, 'payee');
      const lines = await linesOf(house, actor, runId);
      const own = lines.filter((line) => line.participantId === participantId);
      if (own.length === 0) {
        throw new EffectFailed('NOT_FOUND', `The calculation has no line of ${participantId}.`);
      }
      const explained = await Promise.all(
        own.map(({ componentId }) => explainPayout(house, actor, { runId, participantId, componentId })),
      );
      return asJson({
        payee: participantId,
        lines: explained.map(({ componentName, amount, currency, say, steps }) => ({
          component: componentName,
          amount,
          currency,
          say,
          steps,
        })),
      });
    },
  };
}

/** Adds up a calculation again, line by line, and compares with what is stored as its total. */
export function validatePayouts(house: House): Performer {
  return {
    outside: async (given) => {
      const actor = await actingFor(house, given);
      const runId = textOf(given.effect.config, 'calculation');
      const run = await readCalculation(house, actor, runId);
      const lines = await linesOf(house, actor, runId);
      const total = moneyText(sum(lines.map((line) => decimal(line.amount))), run.currency);
      const stored = run.total === null ? null : moneyText(decimal(run.total), run.currency);
      const negative = lines.filter((line) => line.amount.startsWith('-'));
      return asJson({
        valid: stored === total,
        run: runId,
        lines: lines.length,
        total,
        stored,
        negativeLines: negative.map(({ participantId, componentId, amount }) => ({
          participantId,
          componentId,
          amount,
        })),
      });
    },
  };
}

type Acting = Awaited<ReturnType<typeof actingFor>>;

async function linesOf(house: House, actor: Acting, runId: string) {
  const lines: { participantId: string; componentId: string; amount: string }[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listPayouts(house, actor, { runId, limit: mostLines, cursor, sort: 'participant' });
    lines.push(...page.rows);
    if (page.nextCursor === null) return lines;
    cursor = page.nextCursor;
  }
}

/** A plan by its id or its exact name. */
async function planNamed(house: House, actor: Acting, named: string): Promise<string> {
  const { rows } = await listPlans(house, actor, { limit: mostLines, search: undefined });
  const plan = rows.find(({ id, name }) => id === named || name === named);
  if (plan === undefined)
    throw new EffectFailed('NOT_FOUND', `There is no plan “${named}” in this workspace.`);
  return plan.id;
}
