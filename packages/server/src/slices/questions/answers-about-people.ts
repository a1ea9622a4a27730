import type { StatementRow } from '@attain/contract/payouts';
import type { AnswerFact } from '@attain/contract/questions';
import type { Question } from '@attain/domain/questions/grammar';
import { within } from '@attain/domain/questions/spoken-period';
import { type Answer, periodPhrase, totalText } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

type Found = { readonly rows: readonly StatementRow[] } | { readonly instead: Answer };

/** Pay of one person, by statement. */
export async function answerPerson({ who, period }: Of<'person'>, from: Sources): Promise<Answer> {
  const found = await findPerson(who, from);
  if ('instead' in found) return found.instead;
  const [newest] = found.rows;
  const rows = period === undefined ? found.rows.slice(0, 1) : within(found.rows, period);
  const name = newest?.participantName ?? who;
  if (rows.length === 0) return noStatement(found.rows, period);
  const amounts = rows.map(({ total: amount, currency }) => ({ amount, currency }));
  const when = period ?? messages.person.latest(newest?.period.key);
  return {
    message: messages.person.earned(name, totalText(amounts), when),
    facts: rows.map(factOf),
    names: [name],
  };
}

/** Distance to the next tier by component, from the newest statement or the one of the period. */
export async function answerNextTier({ who, period }: Of<'next-tier'>, from: Sources): Promise<Answer> {
  const found = await findPerson(who, from);
  if ('instead' in found) return found.instead;
  const [row] = period === undefined ? found.rows : within(found.rows, period);
  if (!row) return noStatement(found.rows, period);
  const { lines, run } = await from.statement(row.runId, row.participantId);
  const facts = lines.flatMap((line): AnswerFact[] =>
    line.nextTier
      ? [
          {
            id: line.componentId,
            label: line.componentName,
            value: line.nextTier.wouldPay,
            unit: line.currency,
            note: line.nextTier.message,
            source: messages.source.line(run.period.key),
            link: {
              to: 'line',
              runId: run.id,
              participantId: row.participantId,
              componentId: line.componentId,
            },
          },
        ]
      : [],
  );
  return {
    message:
      facts.length > 0
        ? messages.nextTier.some(row.participantName, facts.length, run.planName, run.period.key)
        : messages.nextTier.none(row.participantName, run.planName, run.period.key),
    facts,
    names: [row.participantName, run.planName],
  };
}

/** That there is no statement of the period, with the newest one. */
export function noStatement(rows: readonly StatementRow[], period: string | undefined): Answer {
  const [newest] = rows;
  const message = messages.person.noStatement(
    newest?.participantName,
    periodPhrase(period),
    newest?.period.key,
  );
  return { message, facts: rows.slice(0, 1).map(factOf) };
}

/** Statements of the person in the question, or an answer that explains why there are none. */
export async function findPerson(who: string, from: Sources): Promise<Found> {
  if (who === 'me') {
    if (from.ownId === null) {
      const message = messages.person.notLinked;
      return { instead: { message, facts: [] } };
    }
    const { rows } = await from.statements({ participantId: from.ownId });
    return rows.length > 0 ? { rows } : { instead: { message: messages.person.noneYet, facts: [] } };
  }
  const { rows } = await from.statements({ search: who });
  const called = rows.filter((row) => same(row.participantName, who) || same(row.participantId, who));
  const fitting = called.length > 0 ? called : rows;
  const people = [...new Map(fitting.map((row) => [row.participantId, row])).keys()];
  if (people.length === 1) return { rows: fitting };
  if (people.length === 0) return { instead: { message: messages.person.unknown(who), facts: [] } };
  const newest = people.flatMap((id) => fitting.find((row) => row.participantId === id) ?? []);
  const message = messages.person.several(who, people.length);
  return { instead: { message, facts: newest.slice(0, 10).map(factOf) } };
}

function factOf(row: StatementRow): AnswerFact {
  return {
    id: `${row.runId} ${row.participantId}`,
    label: row.participantName,
    value: row.total,
    unit: row.currency,
    note: row.planName,
    source: messages.source.statement(row.period.key),
    link: { to: 'statement', runId: row.runId, participantId: row.participantId },
  };
}

function same(a: string, b: string): boolean {
  return a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0;
}
