import type { AppContext } from '../app-context.ts';
import { type Actor, systemActor } from '../base/actor.ts';
import { found } from '../base/api-error.ts';
import { submitAdjustment } from '../slices/adjustments/submit-adjustment.ts';
import { calculationJob } from '../slices/calculations/calculation-job.ts';
import { publishCalculation } from '../slices/calculations/publish-calculation.ts';
import { startCalculation } from '../slices/calculations/start-calculation.ts';
import {
  assignDispute,
  resolveDispute,
  withdrawDispute,
  writeMessage,
} from '../slices/disputes/move-dispute.ts';
import { openDispute } from '../slices/disputes/open-dispute.ts';
import { acknowledgeStatement } from '../slices/statements/acknowledge-statement.ts';
import type { SampleAccount, SampleTenant } from './sample-tenant.ts';
import { stepOf } from './terms/run-course.ts';

/** The quarter whose statement is acknowledged, and the one that is disputed. */
const quarters = { acknowledged: '2025-Q2', disputed: '2025-Q3' } as const;

/** Where the accounts act. */
interface Place {
  readonly tenantId: string;
  /** The account in whose name the year is calculated. */
  readonly owner: string;
  readonly planIds: ReadonlyMap<string, string>;
}

/** Disputes that the manager opened for the team, one for each state that the rep's own two don't have. */
const forTheTeam = [
  {
    state: 'in-review',
    componentId: 'acv-bookings',
    category: 'missing-deal',
    reason: 'A renewal signed on September 29 is missing. The customer has the countersigned copy.',
  },
  {
    state: 'waiting',
    componentId: 'mbo-strategic-wins',
    category: 'other',
    reason: 'Three wins were agreed for the quarter, but fewer are paid.',
    message: 'Which three customers were agreed, and when?',
  },
  {
    state: 'upheld',
    componentId: 'pipeline-hygiene',
    category: 'other',
    reason: 'The score of August was shown two weeks after the others.',
    message:
      'That is right. The score came late from the CRM. It was complete when the quarter was calculated.',
  },
  {
    state: 'withdrawn',
    componentId: 'acv-bookings',
    category: 'missing-deal',
    reason: 'The order of a new customer is not among the deals.',
    message: 'The order is dated October 1, so it counts next quarter.',
  },
] as const;

/**
 * What the sample's rep, manager and compensation admin did about pay, by the use-cases people have: a statement that was acknowledged,
 * disputes in each state, and an adjustment that waits for approval. Every step has a key of its own, so that a start that was killed in
 * the middle does nothing twice. Returns the calculations it ordered, as `<planId>/<period>`; none for a company without these accounts.
 */
export async function questionPay(ctx: AppContext, tenant: SampleTenant, place: Place): Promise<string[]> {
  const named = (role: SampleAccount['role']) => tenant.accounts.find((one) => one.role === role);
  const [rep, reviewer] = [named('sales-rep'), named('comp-admin')];
  const participantId = rep?.participantId ?? null;
  if (rep === undefined || reviewer === undefined || participantId === null) return [];
  const planKey = tenant.assignments.find((one) => one.participantId === participantId)?.planKey ?? '';
  const planId = place.planIds.get(planKey) ?? '';
  const payee = await actorOf(ctx, place, rep);
  const admin = await actorOf(ctx, place, reviewer);
  const owner = systemActor(place.tenantId, place.owner, 'sample');
  const runIds: Record<string, string> = {};
  for (const period of Object.values(quarters)) {
    const run = await startCalculation(ctx, stepOf(owner, `calculate ${period}`), { planId, period });
    await calculationJob.run(ctx, { tenantId: place.tenantId, id: run.id });
    await publishCalculation(ctx, stepOf(owner, `publish ${period}`), { id: run.id, audience: 'payees' });
    runIds[period] = run.id;
  }
  const pay = { calculationId: runIds[quarters.disputed] ?? '', participantId, expected: null };
  await acknowledgeStatement(ctx, payee('acknowledge'), {
    runId: runIds[quarters.acknowledged] ?? '',
    participantId,
  });
  await openDispute(ctx, payee('dispute a split'), {
    ...pay,
    componentId: 'acv-bookings',
    category: 'split',
    dealId: splitDeal(tenant, participantId),
    reason: 'I worked on this deal alone. Please check the split.',
  });
  const { id } = await openDispute(ctx, payee('dispute a score'), {
    ...pay,
    componentId: 'pipeline-hygiene',
    category: 'other',
    reason: 'My pipeline was cleaned up in August. The score looks too low.',
  });
  await assignDispute(ctx, admin('take the dispute'), { id, assignee: reviewer.username });
  await resolveDispute(ctx, admin('resolve the dispute'), {
    id,
    outcome: 'dismissed',
    reason:
      'The score is measured at the end of each month. The three recorded scores are the ones that pay.',
  });
  const manager = named('manager');
  if (manager !== undefined) {
    const team = teamOf(tenant, { managerId: manager.participantId, planKey, except: participantId });
    const leader = await actorOf(ctx, place, manager);
    for (const [at, claim] of forTheTeam.entries()) {
      const member = team[at];
      if (member === undefined) break;
      const about = { ...pay, participantId: member };
      await disputeForTeam(ctx, claim, { about, leader, admin, reviewer: reviewer.username });
    }
  }
  await submitAdjustment(ctx, admin('adjust'), {
    participantId,
    currency: 'USD',
    kind: 'spiff',
    countsAs: 'payment',
    amount: '750.00',
    dealId: null,
    payFrom: '2026-01-01',
    reason: 'Reference visit of a customer, agreed with sales operations',
  });
  return Object.values(quarters).map((period) => `${planId}/${period}`);
}

type Steps = (step: string) => Actor;

interface ForTeam {
  readonly about: { readonly calculationId: string; readonly participantId: string; readonly expected: null };
  readonly leader: Steps;
  readonly admin: Steps;
  /** The user name of the admin. */
  readonly reviewer: string;
}

/** Opens a dispute for a team member and moves it to its state. */
async function disputeForTeam(
  ctx: AppContext,
  claim: (typeof forTheTeam)[number],
  { about, leader, admin, reviewer }: ForTeam,
): Promise<void> {
  const { state, componentId, category, reason } = claim;
  const opening = { ...about, componentId, category, reason };
  const { id } = await openDispute(ctx, leader(`dispute ${state}`), opening);
  if (state === 'withdrawn') {
    await withdrawDispute(ctx, leader('withdraw'), { id, reason: claim.message });
    return;
  }
  await assignDispute(ctx, admin(`take ${state}`), { id, assignee: reviewer });
  if (state === 'waiting') await writeMessage(ctx, admin('ask the team'), { id, message: claim.message });
  if (state === 'upheld')
    await resolveDispute(ctx, admin('uphold'), {
      id,
      outcome: 'upheld',
      consequence: 'none',
      reason: claim.message,
    });
}

/** Those of a manager's team who had the plan in all of the disputed quarter. */
function teamOf(
  tenant: SampleTenant,
  wanted: { readonly managerId: string | null; readonly planKey: string; readonly except: string },
): string[] {
  const onPlan = new Set(
    tenant.assignments
      .filter((one) => one.planKey === wanted.planKey && coversQuarter(one))
      .map(({ participantId }) => participantId),
  );
  return tenant.reportingLines
    .filter((line) => line.managerId === wanted.managerId && coversQuarter(line))
    .map(({ participantId }) => participantId)
    .filter((id) => id !== wanted.except && onPlan.has(id));
}

function coversQuarter({ from, to }: { readonly from: string; readonly to: string | null }): boolean {
  return from <= '2025-07-01' && (to === null || to >= '2025-09-30');
}

/** The last deal of the disputed quarter that the rep shares with others; null if there is none. */
function splitDeal(tenant: SampleTenant, participantId: string): string | null {
  const shared = tenant.deals.filter(
    (deal) =>
      deal.participantId === participantId &&
      deal.splits.length > 0 &&
      deal.date >= '2025-07-01' &&
      deal.date <= '2025-09-30',
  );
  return shared.at(-1)?.id ?? null;
}

async function actorOf(
  ctx: AppContext,
  { tenantId }: Place,
  { username, displayName, participantId }: SampleAccount,
): Promise<Steps> {
  const accounts = await ctx.db.owner.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
    username,
  ]);
  const actor = systemActor(tenantId, found(accounts.rows[0], 'account').id, 'sample');
  return (step) => stepOf({ ...actor, displayName, participantId }, step);
}
