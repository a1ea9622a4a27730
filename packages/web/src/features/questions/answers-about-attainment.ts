import { linePercent } from '@attain/domain/attainment/attainment';
import type { PayoutLine, Statement } from '../../api/shapes.ts';
import { compareDecimals } from '../../base/decimal.ts';
import { attainmentText } from '../../base/format-attainment.ts';
import { paths } from '../../paths.ts';
import {
  type Answer,
  chosenRuns,
  cutOffNote,
  type Fact,
  inOrder,
  maxRuns,
  periodPhrase,
  scopeNote,
} from './answer.ts';
import { findPerson } from './answers-about-people.ts';
import type { Question } from './grammar.ts';
import { messages } from './messages.ts';
import type { Sources } from './sources.ts';
import { within } from './spoken-period.ts';

type Attainment = Extract<Question, { kind: 'attainment' }>;

type Reached = {
  readonly run: { readonly id: string; readonly period: { readonly key: string } };
  readonly line: {
    readonly participantId: string;
    readonly componentId: string;
    readonly participantName: string;
    readonly componentName: string;
  };
  readonly percent: string;
};

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
  const reached = statements.flatMap(({ run, lines }) => lines.flatMap((line) => reachedBy(run, line)));
  const name = found.rows[0]?.participantName ?? '';
  const facts = reached.map(factOf);
  const parts = facts.map(({ figure, note: component }) =>
    messages.attainment.part(figure ?? '', component ?? ''),
  );
  return {
    message:
      parts.length > 0
        ? `${note}${messages.attainment.of(name, period, parts.join(', '))}`
        : `${note}${messages.attainment.none(name, period)}`,
    facts,
  };
}

async function answerRanking({ period, order, count, side }: Attainment, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.runNames();
  const runs = chosenRuns(rows, period);
  const sort = order === 'most' ? '-attainment' : 'attainment';
  const found = await Promise.all(
    runs
      .slice(0, maxRuns)
      .map(async (run) =>
        (await from.lines(run.id, sort, count)).flatMap((line): Reached[] =>
          line.attainmentPercent === null ? [] : [{ run, line, percent: line.attainmentPercent }],
        ),
      ),
  );
  const all = inOrder(found.flat(), ({ percent }) => percent, order);
  const asked = all.filter(({ percent }) => isOnSide(percent, side)).slice(0, count);
  const when = periodPhrase(period) || ` ${messages.latestPeriod}`;
  const scope = scopeNote(from.scope);
  const cutNote = cutOffNote(cut || runs.length > maxRuns, 'calculations');
  const [first] = asked;
  if (first)
    return {
      message: `${scope}${messages.attainment.first({ name: first.line.participantName, order, when, percent: attainmentText(first.percent), component: first.line.componentName })}${cutNote}`,
      facts: asked.map(factOf),
    };
  const [nearest] = all;
  if (!nearest) return { message: `${scope}${messages.attainment.nobody(when)}${cutNote}`, facts: [] };
  return {
    message: `${scope}${messages.attainment.noOneOnSide({ side, order, when, percent: attainmentText(nearest.percent), name: nearest.line.participantName, component: nearest.line.componentName })}${cutNote}`,
    facts: [factOf(nearest)],
  };
}

function reachedBy(run: Reached['run'], line: PayoutLine | Statement['lines'][number]): Reached[] {
  const percent = linePercent(line);
  return percent === null ? [] : [{ run, line, percent }];
}

function isOnSide(percent: string, side: Attainment['side']): boolean {
  if (side === undefined) return true;
  const compared = compareDecimals(percent, '100');
  return side === 'above' ? compared > 0 : compared < 0;
}

function factOf({ run, line, percent }: Reached): Fact {
  return {
    id: `${line.participantId} ${line.componentId} ${run.id}`,
    label: line.participantName,
    figure: attainmentText(percent),
    note: line.componentName,
    source: messages.source.line(run.period.key),
    link: paths.line({ ...line, runId: run.id }),
  };
}
