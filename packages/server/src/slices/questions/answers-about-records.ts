import { dayInWords } from '@attain/domain/base/day-in-words';
import type { Question } from '@attain/domain/questions/grammar';
import { daysOf } from '@attain/domain/questions/spoken-period';
import { type Answer, cutOffNote, periodPhrase } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Sources } from './sources.ts';

/** Largest or smallest deals by recorded amount. */
export async function answerDeals(
  { period, order, count }: Extract<Question, { kind: 'deals' }>,
  from: Sources,
): Promise<Answer> {
  const span = period === undefined ? {} : daysOf(period);
  const deals = await from.deals({ ...span, sort: order === 'most' ? '-amount' : 'amount', limit: count });
  const [first] = deals;
  if (!first) return { message: messages.deals.none(periodPhrase(period)), facts: [] };

  const currencies = new Set(deals.map((deal) => deal.currency));
  const note = currencies.size > 1 ? ` ${messages.deals.mixed}` : '';
  const said = { order, when: periodPhrase(period), deal: first.id, customer: first.customer };
  return {
    message: `${messages.deals.first(said)}${note}`,
    names: [first.id],
    facts: deals.map((deal) => ({
      id: deal.id,
      label: deal.customer ?? deal.id,
      value: deal.amount,
      unit: deal.currency,
      note: dayInWords(deal.date),
      source: messages.source.deal(deal.id),
      link: { to: 'deal', dealId: deal.id },
    })),
  };
}

/** Imports that are neither stored nor discarded. */
export async function answerImports(from: Sources): Promise<Answer> {
  const { rows, cut } = await from.imports();
  const open = rows.filter(({ status }) => !['committed', 'cancelled', 'failed'].includes(status));
  return {
    message: `${open.length === 0 ? messages.imports.none : messages.imports.open(open.length)}${cutOffNote(cut, 'imports')}`,
    facts: open.map((one) => ({
      id: one.id,
      label: one.fileName,
      value: null,
      unit: null,
      note:
        one.problemCount > 0 && !one.skipBadRows
          ? messages.imports.problems(one.problemCount)
          : messages.imports.notStored,
      source: messages.source.import(one.kind.replace('-', ' ')),
      link: { to: 'import', importId: one.id },
    })),
  };
}

/** Calculations that are out of date. */
export async function answerStale(from: Sources): Promise<Answer> {
  const stale = await from.staleRuns();
  return {
    message: stale.length === 0 ? messages.stale.none : messages.stale.some(stale.length),
    facts: stale.map((run) => ({
      id: run.id,
      label: run.planName,
      value: run.total,
      unit: run.currency,
      note: run.stale[0]?.message ?? null,
      source: messages.source.run(run.period.key),
      link: { to: 'calculation', runId: run.id },
    })),
  };
}
