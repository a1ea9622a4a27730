import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { createDraw } from '../../slices/adjustments/create-draw.ts';
import { decideClawback } from '../../slices/adjustments/decide-clawback.ts';
import { placeHold } from '../../slices/adjustments/place-hold.ts';
import { releaseHold } from '../../slices/adjustments/release-hold.ts';
import { calculationJob } from '../../slices/calculations/calculation-job.ts';
import { publishCalculation } from '../../slices/calculations/publish-calculation.ts';
import { startCalculation } from '../../slices/calculations/start-calculation.ts';
import { makePayments } from '../../slices/payments/make-payments.ts';
import { movePayments } from '../../slices/payments/move-payments.ts';
import { paymentJob } from '../../slices/payments/payment-job.ts';
import type { SampleAct, SampleCourse, SampleMonth } from './sample-course.ts';

/** Where the course takes place. */
interface Place {
  readonly tenantId: string;
  /** Ids of the plans by their key in the sample. */
  readonly planIds: ReadonlyMap<string, string>;
}

/** What of the course has an id by now: calculations by plan and period, holds by deal. */
interface Made {
  readonly calculations: Map<string, string>;
  readonly holds: Map<string, string>;
}

/**
 * Works off a course by the use-cases people have: calculates each month, decides, makes payments, lets somebody else approve
 * them. Every step has a key of its own, so that a start that was killed in the middle is gone on with and does nothing twice.
 */
export async function runCourse(ctx: AppContext, course: SampleCourse, place: Place): Promise<void> {
  const made: Made = { calculations: new Map(), holds: new Map() };
  const as = async (username: string) => {
    const accounts = await ctx.db.owner.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
      username,
    ]);
    const { id } = found(accounts.rows[0], 'account');
    return (step: string) => stepOf(systemActor(place.tenantId, id, 'sample'), step);
  };
  const desk = { ctx, place, made, maker: await as(course.maker), approver: await as(course.approver) };
  for (const month of course.months) await workOff(desk, month);
}

interface Desk {
  readonly ctx: AppContext;
  readonly place: Place;
  readonly made: Made;
  readonly maker: (step: string) => Actor;
  readonly approver: (step: string) => Actor;
}

/** The actor of one step, which a key of its own keeps from being done twice. */
export function stepOf(actor: Actor, step: string): Actor {
  return { ...actor, request: { ...actor.request, idempotencyKey: `sample ${step}` } };
}

async function workOff(desk: Desk, { period, acts, isPaid }: SampleMonth): Promise<void> {
  const { ctx, place, made, maker, approver } = desk;
  const { tenantId } = place;
  for (const [key, planId] of place.planIds) {
    const run = await startCalculation(ctx, maker(`${period} ${key}`), { planId, period });
    await calculationJob.run(ctx, { tenantId, id: run.id });
    made.calculations.set(`${key} ${period}`, run.id);
    await publishCalculation(ctx, maker(`${period} ${key} publish`), { id: run.id, audience: 'payees' });
  }
  for (const [at, act] of acts.entries()) await decide(desk, act, maker(`${period} act ${at}`));
  const payments = await makePayments(ctx, maker(`${period} payments`), { period });
  await paymentJob.run(ctx, { tenantId, id: payments.id });
  if (!isPaid) return;
  for (const move of ['approve', 'post', 'pay'] as const) {
    const mover = move === 'approve' ? approver : maker;
    await movePayments(ctx, mover(`${period} ${move}`), { id: payments.id, move });
  }
}

async function decide({ ctx, made }: Desk, decided: SampleAct, actor: Actor): Promise<void> {
  if (decided.act === 'draw') {
    const { act: _, ...draw } = decided;
    await createDraw(ctx, actor, { ...draw, currency: 'USD' });
  } else if (decided.act === 'hold') {
    const { dealId, percent, reason } = decided;
    const anybody = { participantId: null, planId: null, componentId: null, periodKey: null };
    const { id } = await placeHold(ctx, actor, { ...anybody, dealId, percent, reason });
    made.holds.set(dealId, id);
  } else if (decided.act === 'release') {
    const { dealId, percent, reason } = decided;
    await releaseHold(ctx, actor, { id: made.holds.get(dealId) ?? '', percent, reason });
  } else {
    const { act: _, planKey, period, ...clawback } = decided;
    const calculationId = made.calculations.get(`${planKey} ${period}`) ?? '';
    await decideClawback(ctx, actor, { ...clawback, calculationId, floor: 'carry' });
  }
}
