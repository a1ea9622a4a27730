import type { DisputeAnswer } from '@attain/contract/disputes';
import type { StatedChange } from '@attain/contract/recalculations';
import { decimal } from '@attain/domain/base/decimal';
import type { Deal } from '@attain/domain/crediting/deal';
import {
  type Counterfactual,
  counterfactuals,
  type OtherRecord,
} from '@attain/domain/simulations/counterfactual';
import { whyNot } from '@attain/domain/simulations/why-not';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { exactMoneyInWords } from '../../base/money-in-words.ts';
import { findRun } from '../calculations/find-run.ts';
import { inputOf, type StoredInputs, selectInputs } from '../payouts/stored-inputs.ts';
import { selectDispute, selectMissingDeals } from './dispute-store.ts';

/**
 * What a reviewer needs to answer a dispute (DISP-10): why each component counts the disputed deal or not, and which single record would
 * give the expected pay. Reads and stores nothing else. Throws NOT_FOUND, and NOT_ALLOWED for the payee.
 */
export function answerDispute(ctx: AppContext, actor: Actor, id: string): Promise<DisputeAnswer> {
  mustAllow(actor, 'resolve:disputes');
  return ctx.read(actor, async (tx) => {
    const { participantId, componentId, calculationId, dealId, expected, currency } = found(
      await selectDispute(tx, id),
      'dispute',
    );
    if (actor.participantId !== null && actor.participantId === participantId)
      throw new ApiError('NOT_ALLOWED', 'You can’t review a dispute about your own pay.');
    const run = await findRun(tx, calculationId);
    const stored = found(await selectInputs(tx, run.sameAs ?? run.id, participantId), 'statement');
    const missing = await selectMissingDeals(tx, {
      ...{ participantId, dealId, period: stored.period },
      known: stored.deals.map((deal) => deal.id),
    });
    const disputed = [...stored.deals, ...missing].find((deal) => deal.id === dealId) ?? null;
    const why = disputed === null ? [] : whyNot(stored, disputed, participantId);
    const answer =
      expected === null
        ? null
        : counterfactuals(inputOf(stored), { participantId, componentId, expected, missing });
    const worded = (one: Counterfactual) => finding(one, { stored });
    return {
      currency,
      why: why.filter((one) => componentId === null || one.componentId === componentId),
      causes:
        answer === null
          ? null
          : {
              pays: answer.pays,
              hits: answer.hits.map(worded),
              nearest: answer.nearest && worded(answer.nearest),
              tried: answer.tried,
            },
    };
  });
}

type Context = { readonly stored: StoredInputs };

function finding({ record, pays }: Counterfactual, context: Context) {
  return { message: messageOf(record, context), pays, change: changeOf(record, context) };
}

function messageOf(record: OtherRecord, { stored }: Context): string {
  const planMoney = (amount: string) => exactMoneyInWords(amount, stored.plan.currency);
  const dealMoney = ({ unit, currency }: Deal, amount: string) =>
    unit === '$' && currency !== null ? exactMoneyInWords(amount, currency) : amount;
  switch (record.of) {
    case 'deal-in': {
      const { deal, after } = record;
      const isWhole = deal.splits.length === 0;
      return `Deal ${deal.id} of ${dealMoney(deal, after)} counted${isWhole ? ` and credited to ${stored.participant.name}` : ''}`;
    }
    case 'deal-out':
      return `Deal ${record.deal.id} of ${dealMoney(record.deal, record.before)} excluded`;
    case 'deal-amount': {
      const { deal, before, after } = record;
      return `Deal ${deal.id} at ${dealMoney(deal, after)} instead of ${dealMoney(deal, before)}`;
    }
    case 'deal-share':
      return `${record.after}% of deal ${record.deal.id} instead of ${record.before}%`;
    case 'quota': {
      const { quota, before, after } = record;
      const money = (amount: string) =>
        quota.unit === '$' ? exactMoneyInWords(amount, quota.currency ?? stored.plan.currency) : amount;
      return `A quota of ${money(after)} instead of ${money(before)}`;
    }
    case 'rate':
      return `A commission rate of ${record.after}% instead of ${record.before}%`;
    case 'target':
      return `A yearly target of ${planMoney(record.after)} instead of ${planMoney(record.before)}`;
  }
}

/** The record's new state as a change that can be tried on the calculation; null where no change states it. */
function changeOf(record: OtherRecord, { stored }: Context): StatedChange | null {
  switch (record.of) {
    case 'deal-in':
      return dealChange(record.deal, record.deal);
    case 'deal-out':
      return { of: 'deal', id: record.deal.id, after: null };
    case 'deal-amount':
      return dealChange(record.deal, { ...record.deal, amount: record.after });
    case 'deal-share':
      return dealChange(record.deal, { ...record.deal, splits: record.splits });
    case 'quota': {
      const { participantId, componentId, unit, from, to, currency = null } = record.quota;
      const isForeign = unit === '$' && currency !== null && currency !== stored.plan.currency;
      const after = { amount: record.after, currency: isForeign ? currency : null };
      return { of: 'quota', participantId, componentId, unit, from, to, after };
    }
    default:
      return null;
  }
}

function dealChange({ id }: Deal, after: Deal): StatedChange {
  const { id: _id, splits, overlays = [], approvedOn = null, termMonths = null, reversesId = null } = after;
  const { date, amount, unit, currency, participantId, kind, product, territory, customer, ownFields } =
    after;
  return {
    of: 'deal',
    id,
    after: {
      ...{ date, amount: decimal(amount).toFixed(), unit, currency, participantId, kind, product, territory },
      ...{ customer, splits: [...splits], overlays: [...overlays], approvedOn, termMonths, reversesId },
      ...(ownFields === undefined ? {} : { ownFields }),
    },
  };
}
