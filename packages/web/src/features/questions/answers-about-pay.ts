import type { StatementRow } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
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
import { newestOf, type Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** What the chosen calculations pay together. */
export async function answerTotal({ period }: Of<'total'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runs();
  const chosen = chosenRuns(newestOf(rows), period);
  const runs = chosen.filter(({ withheld }) => withheld === undefined);
  const withheld = chosen.find((run) => run.withheld !== undefined)?.withheld;
  const cutNote = `${cutOffNote(cut, 'calculations')}${withheld ? ` ${withheld}` : ''}`;
  if (runs.length === 0)
    return {
      message: `${withheld ? 'No total can be shown' : 'Nothing has been calculated'}${periodPhrase(period)}${withheld ? '' : ' yet'}.${cutNote}`,
      facts: [],
    };
  const amounts = runs.map((run) => ({ amount: run.total ?? '0', currency: run.currency }));
  return {
    message: `The pay${periodPhrase(period) || ' of the latest period of each plan'} is ${totalText(amounts)}, in ${counted(runs.length, 'calculation')}.${cutNote}`,
    facts: runs.map((run) => ({
      id: run.id,
      label: run.planName,
      figure: formatMoney(run.total, { currency: run.currency }),
      note: [counted(run.participantCount ?? 0, 'payee'), run.stale.length > 0 ? 'out of date' : '']
        .filter(Boolean)
        .join(', '),
      source: `Calculation ${run.period.key}, v${run.version}`,
      link: paths.run(run.id),
    })),
  };
}

/** Who is paid most, or least, by the chosen calculations together. */
export async function answerEarners({ period, order, count }: Of<'earners'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runNames();
  const runs = chosenRuns(rows, period);
  if (runs.length === 0)
    return { message: `No pay you can see has been calculated${periodPhrase(period)}.`, facts: [] };
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
  // What people are paid in one currency says nothing about another: each currency has its own first (ASK-5).
  const byCurrency = [...grouped(sums, ({ all }) => all[0]?.currency ?? '').values()]
    .sort((a, b) => b.length - a.length)
    .map((some) => inOrder(some, ({ amount }) => amount, order).slice(0, count));
  const firsts = byCurrency.flatMap(([first]) => (first ? [factOf(first)] : []));
  const said = firsts.map(({ label, figure }) => `${label} with ${figure}`).join(', and ');
  const note = tooMany ? ' There are too many statements to read all of them for one answer.' : '';
  return {
    message:
      firsts.length > 0
        ? `${scopeNote(from.scope)}Who earned ${order}${periodPhrase(period) || ' in the latest period of each plan'}: ${said}. ${counted(people.size, 'payee')} ${people.size === 1 ? 'was' : 'were'} compared${firsts.length > 1 ? ', each within one currency' : ''}.${note}`
        : `No one you can see has pay${periodPhrase(period)}.`,
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
    source: all.length === 1 ? `Statement ${one.period.key}` : counted(all.length, 'statement'),
    link:
      all.length === 1
        ? paths.statement(one.runId, one.participantId)
        : { to: '/compensation/statements', search: { search: one.participantId } },
  };
}
