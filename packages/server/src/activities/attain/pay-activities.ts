import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../app-context.ts';
import { mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { readCalculation } from '../../slices/calculations/read-calculations.ts';
import { startCalculation } from '../../slices/calculations/start-calculation.ts';
import { explainPayout } from '../../slices/payouts/explain-payout.ts';
import { listPayouts } from '../../slices/payouts/list-payouts.ts';
import { recomputePayouts } from '../../slices/payouts/recompute-payouts.ts';
import { actingFor } from '../acting-for.ts';
import { asJson, textOf } from '../config-values.ts';
import { planOf } from './plan-of.ts';

const lookAgainMs = 200;
const running = ['queued', 'running'];
const maxLines = 1_000;
const negativeLinesShown = 100;

/** Calculates a plan for a period with the engine that pays, and comes back when that calculation has ended. */
export function calculatePay(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      mustAllow(actor, 'run:calculations');
      const { config } = given.effect;
      const planId = await planOf(ctx, actor, config);
      const wanted = { planId, period: textOf(config, 'period') };
      let run = await startCalculation(ctx, actor, wanted).catch(passing);
      while (running.includes(run.status)) {
        await pause(lookAgainMs, undefined, { signal: given.signal });
        run = await readCalculation(ctx, actor, run.id);
      }
      if (run.status === 'failed' || run.status === 'cancelled') {
        throw new EffectFailed('NOT_CALCULATED', run.error ?? `The calculation is ${run.status}.`);
      }
      return asJson({ ...run, run: run.id });
    },
  };
}

/** Another user's calculation of the same plan and period ends soon: the step retries. */
function passing(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
  throw new EffectFailed(error.code, error.message, { retryable: true });
}

/** The lines of one payee in a calculation, each with its sentence and its arithmetic. */
export function explainPay(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      const runId = textOf(given.effect.config, 'calculation');
      const participantId = textOf(given.effect.config, 'payee');
      const lines = await linesOf(ctx, actor, runId);
      const own = lines.filter((line) => line.participantId === participantId);
      if (own.length === 0) {
        throw new EffectFailed('NOT_FOUND', `The calculation has no line for ${participantId}.`);
      }
      const explained = await Promise.all(
        own.map(({ componentId }) => explainPayout(ctx, actor, { runId, participantId, componentId })),
      );
      return asJson({
        payee: participantId,
        lines: explained.map(({ componentName, amount, currency, message, steps }) => ({
          component: componentName,
          amount,
          currency,
          message,
          steps,
        })),
      });
    },
  };
}

/**
 * Computes a calculation again, payee by payee, from the inputs stored with it, and compares every line and the total; the
 * lines that differ are named, so that each can be disputed.
 */
export function validatePayouts(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const actor = await actingFor(ctx, given);
      const { config } = given.effect;
      const runId = textOf(config, 'calculation');
      const participantId = config.payee === undefined ? null : textOf(config, 'payee');
      const { signal } = given;
      const found = await recomputePayouts(ctx, actor, { runId, participantId, signal });
      const lines = await linesOf(ctx, actor, runId);
      const own = lines.filter((line) => participantId === null || line.participantId === participantId);
      const negative = own.filter((line) => line.amount.startsWith('-'));
      return asJson({
        ...found,
        negative: negative.length,
        negativeLines: negative
          .slice(0, negativeLinesShown)
          .map(({ participantId, componentId, amount }) => ({
            participantId,
            componentId,
            amount,
          })),
      });
    },
  };
}

type Acting = Awaited<ReturnType<typeof actingFor>>;

async function linesOf(ctx: AppContext, actor: Acting, runId: string) {
  const lines: { participantId: string; componentId: string; amount: string }[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { runId, limit: maxLines, cursor, sort: 'participant' } as const;
    // the validation that reads these lines is what reports changed ones
    const page = await listPayouts(ctx, actor, query, false);
    lines.push(...page.rows);
    if (page.nextCursor === null) return lines;
    cursor = page.nextCursor;
  }
}
