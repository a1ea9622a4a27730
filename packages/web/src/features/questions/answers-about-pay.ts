import type { StatementRow } from '../../api/shapes.ts';
import { compareDecimals } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted, formatDecimal } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { type Answer, chosenRuns, type Fact, grouped, sayCut, sayPeriod, sayTotal, sumOf } from './answer.ts';
import type { Question } from './grammar.ts';
import { newestOf, type Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** More calculations than this are not added up person by person. */
const mostRuns = 24;

/** What the chosen calculations pay together. */
export async function answerTotal({ period }: Of<'total'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runs();
  const runs = chosenRuns(newestOf(rows), period);
  const cutNote = sayCut(cut, 'calculations');
  if (runs.length === 0)
    return { say: `Nothing is calculated${sayPeriod(period)} yet.${cutNote}`, facts: [] };
  const amounts = runs.map((run) => ({ amount: run.total ?? '0', currency: run.currency }));
  return {
    say: `The pay${sayPeriod(period) || ' of the newest period of each plan'} is ${sayTotal(amounts)}, in ${counted(runs.length, 'calculation')}.${cutNote}`,
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
  if (runs.length === 0) return { say: `No pay that you may read${sayPeriod(period)}.`, facts: [] };
  const lists = await Promise.all(runs.slice(0, mostRuns).map((run) => from.statements({ runId: run.id })));
  const tooMany = cut || runs.length > mostRuns || lists.some((list) => list.cut);
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
  const note = tooMany
    ? ' Not everybody could be looked at: there are too many statements for one answer.'
    : '';
  return {
    say:
      firsts.length > 0
        ? `Who earned ${order}${sayPeriod(period)}: ${said}. ${counted(people.size, 'payee')} were compared${firsts.length > 1 ? ', each within one currency' : ''}.${note}`
        : `Nobody whose pay you may read was paid${sayPeriod(period)}.`,
    facts: byCurrency.flat().map(factOf),
  };
}

function factOf({ all, amount }: { all: readonly StatementRow[]; amount: string }): Fact {
  const [one] = all;
  if (!one) throw new Error('A sum of no statements has nobody to name.');
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

function inOrder<Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  order: 'most' | 'least',
): readonly Row[] {
  const way = order === 'most' ? 1 : -1;
  return [...rows].sort((a, b) => compareDecimals(of(b), of(a)) * way);
}

/** Who is furthest above their quota, or furthest below, component by component. */
export async function answerAttainment(
  { period, order, count }: Of<'attainment'>,
  from: Sources,
): Promise<Answer> {
  const { rows, cut } = await from.runNames();
  const runs = chosenRuns(rows, period).slice(0, mostRuns);
  const sort = order === 'most' ? '-attainment' : 'attainment';
  const found = await Promise.all(
    runs.map(async (run) =>
      (await from.lines(run.id, sort, count)).flatMap((line) =>
        line.attainmentPercent === null ? [] : [{ run, line, percent: line.attainmentPercent }],
      ),
    ),
  );
  const lines = inOrder(found.flat(), ({ percent }) => percent, order);
  const facts = lines.slice(0, count).map(({ run, line, percent }) => ({
    id: `${line.participantId} ${line.componentId} ${run.id}`,
    label: line.participantName,
    figure: `${formatDecimal(percent, 2)}%`,
    note: line.componentName,
    source: `Payout line ${run.period.key}`,
    link: paths.line({ ...line, runId: run.id }),
  }));
  const [first] = facts;
  return {
    say: first
      ? `${first.label} has the ${order === 'most' ? 'highest' : 'lowest'} attainment${sayPeriod(period)}: ${first.figure} of the quota for ${first.note}.${sayCut(cut, 'calculations')}`
      : `Nobody whose pay you may read has a quota${sayPeriod(period)}.`,
    facts,
  };
}
