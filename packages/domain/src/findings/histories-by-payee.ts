import { creditedBy } from '../crediting/credited-by.ts';
import type { Participant } from '../quotas/participant.ts';
import type { History } from './pay-history.ts';

/**
 * One history a payee, by id, each with only what decides that payee's pay; together they pay what the whole pays. Where
 * somebody leads somebody all deals stay with everybody, because credit may roll up.
 */
export function* historiesByPayee(all: History): Generator<History, void, void> {
  const byId = new Map(all.participants.map((one) => [one.id, one]));
  const rollsUp = (all.reportingLines ?? []).length > 0;
  for (const id of [...(all.payeeIds ?? byId.keys())].sort()) {
    const payee = byId.get(id);
    if (payee === undefined) continue;
    if (rollsUp) {
      yield { ...all, payeeIds: [id] };
      continue;
    }
    const deals = all.deals.filter((deal) => creditedBy(deal).includes(id));
    const named = new Set(deals.flatMap(creditedBy));
    named.delete(id);
    const partners = [...named].flatMap((other): readonly Participant[] => {
      const partner = byId.get(other);
      return partner === undefined ? [] : [partner];
    });
    const quotas = all.quotas.filter((quota) => quota.participantId === id);
    yield { ...all, participants: [payee, ...partners], payeeIds: [id], deals, quotas };
  }
}
