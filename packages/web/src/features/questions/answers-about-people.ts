import type { StatementRow } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { type Answer, type Fact, periodPhrase, totalText } from './answer.ts';
import type { Question } from './grammar.ts';
import type { Sources } from './sources.ts';
import { within } from './spoken-period.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

type Found = { readonly rows: readonly StatementRow[] } | { readonly instead: Answer };

/** What one person is paid, statement by statement. */
export async function answerPerson({ who, period }: Of<'person'>, from: Sources): Promise<Answer> {
  const found = await findPerson(who, from);
  if ('instead' in found) return found.instead;
  const [newest] = found.rows;
  const rows = period === undefined ? found.rows.slice(0, 1) : within(found.rows, period);
  const name = newest?.participantName ?? who;
  if (rows.length === 0) return noStatement(found.rows, period);
  const amounts = rows.map(({ total: amount, currency }) => ({ amount, currency }));
  const when = period ?? `${newest?.period.key}, the latest calculated period`;
  return { message: `${name} earned ${totalText(amounts)} in ${when}.`, facts: rows.map(factOf) };
}

/** What one person lacks for the next tier of each component, by the newest statement or the one of the period. */
export async function answerNextTier({ who, period }: Of<'next-tier'>, from: Sources): Promise<Answer> {
  const found = await findPerson(who, from);
  if ('instead' in found) return found.instead;
  const [row] = period === undefined ? found.rows : within(found.rows, period);
  if (!row) return noStatement(found.rows, period);
  const { lines, run } = await from.statement(row.runId, row.participantId);
  const facts = lines.flatMap((line): Fact[] =>
    line.nextTier
      ? [
          {
            id: line.componentId,
            label: line.componentName,
            figure: formatMoney(line.nextTier.wouldPay, { currency: line.currency }),
            note: line.nextTier.message,
            source: `Payout line ${run.period.key}`,
            link: paths.line(line),
          },
        ]
      : [],
  );
  return {
    message:
      facts.length > 0
        ? `${row.participantName} can still reach a higher tier in ${counted(facts.length, 'component')} of ${run.planName}, ${run.period.key}. The figure is what the component would pay then.`
        : `No component of ${run.planName} has a higher tier left for ${row.participantName} in ${run.period.key}.`,
    facts,
  };
}

function noStatement(rows: readonly StatementRow[], period: string | undefined): Answer {
  const [newest] = rows;
  const message = `${newest?.participantName} has no statement${periodPhrase(period)}. The latest is for ${newest?.period.key}.`;
  return { message, facts: rows.slice(0, 1).map(factOf) };
}

/** Statements of the person a question names, or the answer that says why there are none. */
export async function findPerson(who: string, from: Sources): Promise<Found> {
  if (who === 'me') {
    if (from.ownId === null) {
      const message =
        'Your account is not linked to a payee, so you have no pay of your own. Ask about someone by name.';
      return { instead: { message, facts: [] } };
    }
    const { rows } = await from.statements({ participantId: from.ownId });
    return rows.length > 0 ? { rows } : { instead: { message: 'You have no statement yet.', facts: [] } };
  }
  const { rows } = await from.statements({ search: who });
  const called = rows.filter((row) => same(row.participantName, who) || same(row.participantId, who));
  const fitting = called.length > 0 ? called : rows;
  const people = [...new Map(fitting.map((row) => [row.participantId, row])).keys()];
  if (people.length === 1) return { rows: fitting };
  if (people.length === 0)
    return { instead: { message: `No one you can see is named “${who}”.`, facts: [] } };
  const newest = people.flatMap((id) => fitting.find((row) => row.participantId === id) ?? []);
  const message = `“${who}” matches ${people.length} people. Ask again with one of these names, or open the statement.`;
  return { instead: { message, facts: newest.slice(0, 10).map(factOf) } };
}

function factOf(row: StatementRow): Fact {
  return {
    id: `${row.runId} ${row.participantId}`,
    label: row.participantName,
    figure: formatMoney(row.total, { currency: row.currency }),
    note: row.planName,
    source: `Statement ${row.period.key}`,
    link: paths.statement(row.runId, row.participantId),
  };
}

function same(a: string, b: string): boolean {
  return a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0;
}
