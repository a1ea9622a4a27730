import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { type Answer, cutOffNote, periodPhrase } from './answer.ts';
import type { Question } from './grammar.ts';
import { messages } from './messages.ts';
import type { Sources } from './sources.ts';

/** Largest or smallest deals by recorded amount. */
export async function answerDeals(
  { period, order, count }: Extract<Question, { kind: 'deals' }>,
  from: Sources,
): Promise<Answer> {
  const span = period === undefined ? {} : daysOf(period);
  const deals = await from.deals({ ...span, sort: order === 'most' ? '-amount' : 'amount' }, count);
  const [first] = deals;
  if (!first) return { message: messages.deals.none(periodPhrase(period)), facts: [] };

  const currencies = new Set(deals.map((deal) => deal.currency));
  const note = currencies.size > 1 ? ` ${messages.deals.mixed}` : '';
  return {
    message: `${messages.deals.first({ order, when: periodPhrase(period), deal: first.id, customer: first.customer })}${note}`,
    facts: deals.map((deal) => ({
      id: deal.id,
      label: deal.customer ?? deal.id,
      figure: deal.currency
        ? formatMoney(deal.amount, { currency: deal.currency })
        : formatDecimal(deal.amount),
      note: formatDay(deal.date),
      source: messages.source.deal(deal.id),
      link: paths.deal(deal.id),
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
      note: one.problemCount > 0 ? messages.imports.problems(one.problemCount) : messages.imports.notStored,
      source: messages.source.import(one.kind.replace('-', ' ')),
      link: paths.import(one.id),
    })),
  };
}

/** Calculations that are out of date. */
export async function answerStale(from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runs();
  const stale = rows.filter((run) => run.stale.length > 0);
  return {
    message: `${stale.length === 0 ? messages.stale.none : messages.stale.some(stale.length)}${cutOffNote(cut, 'calculations')}`,
    facts: stale.map((run) => ({
      id: run.id,
      label: run.planName,
      figure: formatMoney(run.total, { currency: run.currency }),
      note: run.stale[0]?.message,
      source: messages.source.run(run.period.key),
      link: paths.run(run.id),
    })),
  };
}

/** First and last day of a year, a quarter or a month by its key. */
export function daysOf(period: string): { from: string; to: string } {
  const [year = '', part] = period.split('-');
  if (part === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const quarter = part.startsWith('Q') ? Number(part.slice(1)) : undefined;
  const last = quarter === undefined ? Number(part) : quarter * 3;
  const first = quarter === undefined ? last : last - 2;
  const lastDay = new Date(Date.UTC(Number(year), last, 0)).getUTCDate();
  const month = (one: number) => String(one).padStart(2, '0');
  return { from: `${year}-${month(first)}-01`, to: `${year}-${month(last)}-${lastDay}` };
}
