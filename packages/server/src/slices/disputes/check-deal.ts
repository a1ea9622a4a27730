import type { DealCheck } from '@attain/contract/disputes';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal } from '@attain/domain/crediting/deal';
import { type DealCounterfactual, dealCounterfactual } from '@attain/domain/disputes/deal-counterfactual';
import { and, eq, isNull } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdReleases, holds } from '../../db/schema/payments.ts';
import { deals } from '../../db/schema/records.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { whyDealWaits } from '../payments/deal-waits.ts';
import { selectRunCredits } from '../payouts/deal-in-run.ts';
import { inputOf, selectInputs } from '../payouts/stored-inputs.ts';
import { visibleRun } from '../payouts/visible-run.ts';
import { visibleOpportunity } from '../records/list-opportunities.ts';
import { asDeal, selectDisputedPay } from './dispute-store.ts';

/**
 * How a payee's pay includes a deal, for someone about to dispute it. The first reason that applies is given; none if neither a deal nor an
 * opportunity that the actor sees has the ID. For deals of other people no amount and no name is shown. NOT_FOUND outside the actor's reach.
 */
export function checkDeal(
  ctx: AppContext,
  actor: Actor,
  input: { calculationId: string; participantId: string; componentId: string | null; dealId: string },
): Promise<{ rows: DealCheck[] }> {
  return ctx.read(actor, async (tx) => {
    const { calculationId, participantId, componentId, dealId } = input;
    const wanted = { actor, permission: 'open:disputes', runId: calculationId } as const;
    const { run, linesOf, visible } = await visibleRun(tx, wanted);
    mustSee(visible, participantId);
    found(await selectDisputedPay(tx, { linesOf, participantId, componentId: null }), 'payout line');
    const [deal] = await tx.db.select().from(deals).where(eq(deals.id, dealId));
    if (!deal) {
      const wanted = { id: dealId, today: ctx.today(actor) };
      const opportunity = await visibleOpportunity(tx, actor, wanted);
      if (opportunity === null) return { rows: [] };
      const answer = checkOpportunity(opportunity, participantId);
      const asIfWon = dealOf(dealId, opportunity, run.period.to);
      if (opportunity.participantId !== participantId || asIfWon === null) return { rows: [answer] };
      const of = { linesOf, participantId, componentId, currency: run.currency, asked: 'in-period' } as const;
      return { rows: [{ ...answer, ...(await wouldPay(tx, asIfWon, of)) }] };
    }
    const is = (status: DealCheck['found'], message: string) => ({ rows: [{ found: status, message }] });
    const pay = { linesOf, participantId, componentId, currency: run.currency };
    const withPay = async (asked: DealCounterfactual['if'], status: DealCheck['found'], message: string) => ({
      rows: [{ found: status, message, ...(await wouldPay(tx, asDeal(deal), { ...pay, asked })) }],
    });
    const people = creditedBy({ ...deal, splits: deal.splits ?? [], overlays: deal.overlays ?? [] });
    const credits = await selectRunCredits(tx, { runId: linesOf, dealId, participantId });
    if (credits.length === 0 && !people.includes(participantId))
      return is('not-credited', 'This deal credits other people, not this payee.');
    if (deal.date < run.period.from || deal.date > run.period.to)
      return withPay(
        'in-period',
        'outside-period',
        `This deal is dated ${deal.date}, outside ${run.period.key}.`,
      );
    if (run.finishedAt !== null && new Date(deal.updatedAt) > new Date(run.finishedAt))
      return withPay(
        'as-recorded',
        'changed-since',
        'This deal arrived or changed after the calculation. The next version includes it.',
      );
    if (credits.length === 0)
      return withPay(
        'field',
        'no-component',
        'This deal credits the payee, but no component of the plan counts it.',
      );
    const counted = credits.map(
      ({ componentName, earned, currency }) => `${componentName} pays ${moneyInWords(earned, currency)}`,
    );
    if (await isHeld(tx, dealId))
      return is('held', `${counted.join(', ')} for this deal, but it is on hold.`);
    const waits = await whyDealWaits(
      tx,
      { ...deal, components: credits },
      {
        runId: linesOf,
        planId: run.planId,
        participantId,
        currency: run.currency,
        period: { from: run.period.from, to: run.period.to },
        today: ctx.today(actor),
      },
    );
    if (waits !== null) return is('held', `This deal is in the pay: ${counted.join(', ')}. ${waits}`);
    return is('counted', `This deal is in the pay: ${counted.join(', ')}.`);
  });
}

const opportunities = {
  open: 'This is an open opportunity',
  won: 'This is a won opportunity',
  lost: 'This is a lost opportunity',
};

type Opportunity = NonNullable<Awaited<ReturnType<typeof visibleOpportunity>>>;

/** What is stored instead of the deal. */
function checkOpportunity(one: Opportunity, participantId: string): DealCheck {
  if (one.participantId !== participantId)
    return { found: 'not-credited', message: 'This opportunity belongs to another person, not this payee.' };
  const stored = `${opportunities[one.status]} in stage ${one.stage}`;
  const because = {
    open:
      one.expectedOn === null ? 'It pays once it is won.' : `Expected close: ${dayInWords(one.expectedOn)}.`,
    won: 'The won deal is not imported yet.',
    lost: 'Lost opportunities pay nothing.',
  };
  return { found: 'opportunity', message: `${stored}. ${because[one.status]}` };
}

/** What the payee would have been paid if the deal were otherwise (DISP-13), from the inputs of the calculation. */
async function wouldPay(
  tx: TenantTx,
  deal: Deal,
  of: {
    linesOf: string;
    participantId: string;
    componentId: string | null;
    currency: string;
    asked: DealCounterfactual['if'];
  },
): Promise<Pick<DealCheck, 'wouldPay'>> {
  const { participantId, componentId, currency, asked } = of;
  const stored = await selectInputs(tx, of.linesOf, participantId);
  if (stored === null) return {};
  const found = dealCounterfactual(inputOf(stored), { deal, componentId, asked });
  if (found === null) return {};
  const gain = `${moneyInWords(found.gain, currency)} more`;
  // of the asked line it would be wrong
  const more = found.pays === null ? `${gain} in ${found.by.join(' and ')}` : gain;
  const message = {
    'in-period': `If it had closed in ${stored.period.key}, it would have paid ${more}.`,
    'as-recorded': `With it, ${stored.period.key} would have paid ${more}.`,
    field: `${found.component} would count it and pay ${more}, but ${found.because}.`,
  }[asked];
  return { wouldPay: { message, gain: found.gain, pays: found.pays, currency } };
}

/** An opportunity as the deal it would be if it had closed on a day; null: lost, or without an amount. */
function dealOf(
  id: string,
  { participantId, status, amount, currency, product, territory, customer }: Opportunity,
  date: string,
): Deal | null {
  if (status === 'lost' || amount === null) return null;
  const fields = { product, territory, customer, splits: [], kind: 'sale', unit: '$' } as const;
  return { id, date, amount, currency, participantId, ...fields };
}

/** Whether a hold on the deal itself is still open. */
async function isHeld(tx: TenantTx, dealId: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: holds.id })
    .from(holds)
    .leftJoin(holdReleases, eq(holdReleases.holdId, holds.id))
    .where(and(eq(holds.dealId, dealId), isNull(holdReleases.holdId)))
    .limit(1);
  return rows.length > 0;
}
