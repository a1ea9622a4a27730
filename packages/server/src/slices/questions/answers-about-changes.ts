import type { AnswerFact } from '@attain/contract/questions';
import { decimal, plain } from '@attain/domain/base/decimal';
import type { Question } from '@attain/domain/questions/grammar';
import { within } from '@attain/domain/questions/spoken-period';
import { moneyInWords } from '../../base/money-in-words.ts';
import { type Answer, cutOffNote, periodPhrase } from './answer.ts';
import { messages } from './answer-words.ts';
import { findPerson, noStatement } from './answers-about-people.ts';
import type { Changes, Sources } from './sources.ts';

/** A calculation and whose pay in it is asked for. */
interface Asked {
  readonly runId: string;
  readonly periodKey: string;
  readonly planName: string;
  readonly version: number | null;
  readonly currency: string;
  /** Null: everyone's that is visible. */
  readonly payee: { readonly id: string; readonly name: string } | null;
}

/** Why pay changed between two versions of a period's calculation (ASK-15). */
export async function answerChanged(
  question: Extract<Question, { kind: 'changed' }>,
  from: Sources,
): Promise<Answer> {
  const { who, period } = question;
  // a payee's own scope has one person
  const name = who ?? (from.scope === 'own' ? 'me' : undefined);
  if (name === undefined) return answerForAll(period, from);
  const found = await findPerson(name, from);
  if ('instead' in found) return found.instead;
  const [row] = period === undefined ? found.rows : within(found.rows, period);
  if (!row) return noStatement(found.rows, period);
  const { runId, planName, version, currency } = row;
  const payee = { id: row.participantId, name: row.participantName };
  return answerForOne({ runId, planName, version, currency, payee, periodKey: row.period.key }, from);
}

async function answerForAll(period: string | undefined, from: Sources): Promise<Answer> {
  const runs = await from.runs(period);
  const parts = await Promise.all(
    runs.map(({ id, planName, version, currency, period: { key } }) =>
      answerForOne({ runId: id, planName, version, currency, periodKey: key, payee: null }, from),
    ),
  );
  if (parts.length === 0) return { message: messages.total.nothing(periodPhrase(period)), facts: [] };
  return {
    message: parts.map(({ message }) => message).join(' '),
    facts: parts.flatMap(({ facts }) => facts),
    names: parts.flatMap(({ names = [] }) => names),
  };
}

async function answerForOne(asked: Asked, from: Sources): Promise<Answer> {
  const changes = await from.changes(asked.runId, asked.payee?.id ?? null);
  const { periodKey, planName, payee, currency } = asked;
  const what = messages.changed.what(payee?.name ?? null, planName, periodKey);
  const names = [...(payee === null ? [planName] : [payee.name]), ...changes.causes];
  if (changes.before === null) return { message: messages.changed.first(what), facts: [], names };
  const version = { before: changes.before.version, now: asked.version };
  const delta = decimal(changes.totalDelta);
  const message =
    changes.rows.length === 0
      ? messages.changed.same({ what, ...version })
      : messages.changed.by({
          what,
          ...version,
          amount: moneyInWords(plain(delta.abs()), currency),
          order: delta.eq(0) ? 'same' : delta.gt(0) ? 'more' : 'less',
          lines: changes.rows.length,
        });
  const why =
    changes.rows.length > 0 && changes.causes.length > 0
      ? ` ${messages.changed.because(changes.causes)}`
      : '';
  return {
    message: `${message}${why}${cutOffNote(changes.cut, messages.changed.lines)}`,
    facts: changes.rows.map((row) => factOf(row, asked)),
    names,
  };
}

function factOf(row: Changes['rows'][number], { runId, periodKey, currency }: Asked): AnswerFact {
  const { participantId, participantName, componentId, componentName, before, after } = row;
  const inWords = (amount: string | null) =>
    amount === null ? messages.changed.none : moneyInWords(amount, currency);
  return {
    id: `${runId} ${participantId} ${componentId}`,
    label: `${participantName}, ${componentName}`,
    value: row.delta,
    unit: currency,
    note: messages.changed.fromTo(inWords(before), inWords(after)),
    source: messages.source.line(periodKey),
    link: { to: 'line', runId, participantId, componentId },
  };
}
