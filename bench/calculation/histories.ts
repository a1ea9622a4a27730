import type { Deal } from '../../packages/domain/src/crediting/deal.ts';
import type { History } from '../../packages/domain/src/findings/pay-history.ts';
import type { Participant, Quota } from '../../packages/domain/src/quotas/participant.ts';

/** The generated year. */
export const span = { key: '2025', from: '2025-01-01', to: '2025-12-31' };

/** The records of the year payee by payee, as the database would return them. */
export function historiesOf(records: {
  readonly participants: Iterable<Participant>;
  readonly quotas: Iterable<Quota>;
  readonly deals: Iterable<Deal>;
}): readonly History[] {
  const deals = new Map<string, Deal[]>();
  const quotas = new Map<string, Quota[]>();
  const push = <T>(to: Map<string, T[]>, id: string, one: T) => {
    const found = to.get(id);
    if (found === undefined) to.set(id, [one]);
    else found.push(one);
  };
  for (const deal of records.deals) {
    const credited =
      deal.splits.length === 0 ? [deal.participantId] : deal.splits.map((one) => one.participantId);
    for (const id of new Set(credited)) push(deals, id, deal);
  }
  for (const quota of records.quotas) push(quotas, quota.participantId, quota);
  // as the database hands them over
  for (const own of deals.values()) own.sort((a, b) => before(a.date, b.date) || before(a.id, b.id));
  const people = [...records.participants];
  const byId = new Map(people.map((one) => [one.id, one]));
  return people.map((one): History => {
    const own = deals.get(one.id) ?? [];
    const others = new Set(own.flatMap(({ splits }) => splits.map(({ participantId }) => participantId)));
    others.delete(one.id);
    const among = [...others].flatMap((id) => byId.get(id) ?? []);
    return {
      span,
      participants: [one, ...among],
      payeeIds: [one.id],
      quotas: quotas.get(one.id) ?? [],
      deals: own,
      exchangeRates: [],
    };
  });
}

function before(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
