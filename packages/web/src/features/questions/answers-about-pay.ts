import type { StatementRow } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import {
  type Answer,
  chosenRuns,
  cutOffNote,
  type Fact,
  grouped,
  inOrder,
  maxRuns,
  periodPhrase,
  scopeNote,
  sumOf,
  totalText,
} from './answer.ts';
import type { Question } from './grammar.ts';
import { messages } from './messages.ts';
import { newestOf, type Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** Total pay of the chosen calculations. */
export async function answerTotal({ period }: Of<'total'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runs();
  const chosen = chosenRuns(newestOf(rows), period);
  const runs = chosen.filter(({ withheld }) => withheld === undefined);
  const withheld = chosen.find((run) => run.withheld !== undefined)?.withheld;
  const cutNote = `${cutOffNote(cut, 'calculations')}${withheld ? ` ${withheld}` : ''}`;
  if (runs.length === 0)
    return {
      message: `${messages.total[withheld ? 'noTotal' : 'nothing'](periodPhrase(period))}${cutNote}`,
      facts: [],
    };
  const amounts = runs.map((run) => ({ amount: run.total ?? '0', currency: run.currency }));
  return {
    message: `${messages.total.pay(periodPhrase(period) || ` ${messages.total.ofLatest}`, totalText(amounts), runs.length)}${cutNote}`,
    facts: runs.map((run) => ({
      id: run.id,
      label: run.planName,
      figure: formatMoney(run.total, { currency: run.currency }),
      note: [
        messages.total.payees(run.participantCount ?? 0),
        run.stale.length > 0 ? messages.total.stale : '',
      ]
        .filter(Boolean)
        .join(', '),
      source: messages.source.calculation(run.period.key, run.version),
      link: paths.run(run.id),
    })),
  };
}

/** People with the highest or lowest total pay in the chosen calculations. */
export async function answerEarners({ period, order, count }: Of<'earners'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runNames();
  const runs = chosenRuns(rows, period);
  if (runs.length === 0) return { message: messages.earners.none(periodPhrase(period)), facts: [] };
  const lists = await Promise.all(runs.slice(0, maxRuns).map((run) => from.statements({ runId: run.id })));
  const tooMany = cut || runs.length > maxRuns || lists.some((list) => list.cut);
  const people = grouped(
    lists.flatMap((list) => list.rows),
    (row) => `${row.participantId} ${row.currency}`,
  );
  const sums = [...people.values()].map((all) => ({
    all,
    amount: sumOf(all.map((row) => ({ amount: row.total }))),
  }));
  // amounts in different currencies don't compare, so each currency has its own ranking (ASK-5)
  const byCurrency = [...grouped(sums, ({ all }) => all[0]?.currency ?? '').values()]
    .sort((a, b) => b.length - a.length)
    .map((some) => inOrder(some, ({ amount }) => amount, order).slice(0, count));
  const firsts = byCurrency.flatMap(([first]) => (first ? [factOf(first)] : []));
  const names = firsts
    .map(({ label, figure }) => messages.earners.one(label, figure))
    .join(messages.earners.join);
  const note = tooMany ? ` ${messages.earners.tooMany}` : '';
  return {
    message:
      firsts.length > 0
        ? `${scopeNote(from.scope)}${messages.earners.first(order, periodPhrase(period) || ` ${messages.latestPeriod}`, names)} ${messages.earners.compared(people.size, firsts.length > 1)}${note}`
        : messages.earners.nobody(periodPhrase(period)),
    facts: byCurrency.flat().map(factOf),
  };
}

function factOf({ all, amount }: { all: readonly StatementRow[]; amount: string }): Fact {
  const [one] = all;
  if (!one) throw new Error('A sum needs at least one statement.');
  return {
    id: `${one.participantId} ${one.currency}`,
    label: one.participantName,
    figure: formatMoney(amount, { currency: one.currency }),
    source:
      all.length === 1 ? messages.source.statement(one.period.key) : messages.source.statements(all.length),
    link:
      all.length === 1
        ? paths.statement(one.runId, one.participantId)
        : { to: '/compensation/statements', search: { search: one.participantId } },
  };
}
