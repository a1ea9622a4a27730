import type { AnswerFact } from '@attain/contract/questions';
import { linePercent } from '@attain/domain/attainment/attainment';
import type { Question } from '@attain/domain/questions/grammar';
import { within } from '@attain/domain/questions/spoken-period';
import { attainmentInWords } from '../../base/figures-in-words.ts';
import { type Answer, periodPhrase, scopeNote } from './answer.ts';
import { messages } from './answer-words.ts';
import { findPerson } from './answers-about-people.ts';
import type { Reached, Sources } from './sources.ts';

type Attainment = Extract<Question, { kind: 'attainment' }>;

/** Attainment by component, of one person or ranked over all visible people. */
export function answerAttainment(question: Attainment, from: Sources): Promise<Answer> {
  const who = question.who ?? (from.scope === 'own' ? 'me' : undefined);
  return who === undefined ? answerRanking(question, from) : answerOwn(question, who, from);
}

async function answerOwn(question: Attainment, who: string, from: Sources): Promise<Answer> {
  const note = question.who === undefined ? scopeNote(from.scope) : '';
  const found = await findPerson(who, from);
  if ('instead' in found) return found.instead;
  const period = question.period ?? found.rows[0]?.period.key ?? '';
  const statements = await Promise.all(
    within(found.rows, period).map((row) => from.statement(row.runId, row.participantId)),
  );
  const reached = statements.flatMap(({ run, lines }) =>
    lines.flatMap((line): Reached[] => {
      const percent = linePercent(line);
      return percent === null ? [] : [{ ...line, runId: run.id, periodKey: run.period.key, percent }];
    }),
  );
  const name = found.rows[0]?.participantName ?? '';
  const parts = reached.map((one) =>
    messages.attainment.part(attainmentInWords(one.percent), one.componentName),
  );
  const message =
    parts.length > 0
      ? messages.attainment.of(name, period, parts.join(', '))
      : messages.attainment.none(name, period);
  return { message: `${note}${message}`, facts: reached.map(factOf), names: [name] };
}

async function answerRanking({ period, order, count, side }: Attainment, from: Sources): Promise<Answer> {
  const asked = await from.reached({ period, order, count, side });
  const when = periodPhrase(period) || ` ${messages.latestPeriod}`;
  const scope = scopeNote(from.scope);
  const [first] = asked;
  if (first) {
    const said = { name: first.participantName, component: first.componentName, order, when };
    const percent = attainmentInWords(first.percent);
    return {
      message: `${scope}${messages.attainment.first({ ...said, percent })}`,
      facts: asked.map(factOf),
    };
  }
  const [nearest] = await from.reached({ period, order, count: 1, side: undefined });
  if (!nearest) return { message: `${scope}${messages.attainment.nobody(when)}`, facts: [] };
  const said = { name: nearest.participantName, component: nearest.componentName, side, order, when };
  const percent = attainmentInWords(nearest.percent);
  return {
    message: `${scope}${messages.attainment.noOneOnSide({ ...said, percent })}`,
    facts: [factOf(nearest)],
  };
}

function factOf(one: Reached): AnswerFact {
  const { runId, participantId, componentId } = one;
  return {
    id: `${participantId} ${componentId} ${runId}`,
    label: one.participantName,
    value: one.percent,
    unit: '%',
    note: one.componentName,
    source: messages.source.line(one.periodKey),
    link: { to: 'line', runId, participantId, componentId },
  };
}
