import type { AnswerFact } from '@attain/contract/questions';
import type { Question } from '@attain/domain/questions/grammar';
import { moneyInWords } from '../../base/money-in-words.ts';
import { type Answer, periodPhrase, scopeNote, totalText } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Earner, Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** Total pay of the chosen calculations. */
export async function answerTotal({ period }: Of<'total'>, from: Sources): Promise<Answer> {
  const chosen = await from.runs(period);
  const runs = chosen.filter(({ withheld }) => withheld === undefined);
  const withheld = chosen.find((run) => run.withheld !== undefined)?.withheld;
  const note = withheld ? ` ${withheld}` : '';
  if (runs.length === 0) {
    const none = withheld ? messages.total.noTotal : messages.total.nothing;
    return { message: `${none(periodPhrase(period))}${note}`, facts: [] };
  }
  const amounts = runs.map((run) => ({ amount: run.total ?? '0', currency: run.currency }));
  const when = periodPhrase(period) || ` ${messages.total.ofLatest}`;
  return {
    message: `${messages.total.pay(when, totalText(amounts), runs.length)}${note}`,
    facts: runs.map((run) => ({
      id: run.id,
      label: run.planName,
      value: run.total,
      unit: run.currency,
      note: [
        messages.total.payees(run.participantCount ?? 0),
        run.stale.length > 0 ? messages.total.stale : '',
      ]
        .filter(Boolean)
        .join(', '),
      source: messages.source.calculation(run.period.key, run.version),
      link: { to: 'calculation', runId: run.id },
    })),
  };
}

/** People with the highest or lowest total pay in the chosen calculations. */
export async function answerEarners(question: Of<'earners'>, from: Sources): Promise<Answer> {
  const { period, order, count } = question;
  const earners = await from.earners({ period, order, count });
  if (earners.length === 0) return { message: messages.earners.none(periodPhrase(period)), facts: [] };
  // amounts in different currencies don't compare, so each currency has its own ranking (ASK-5)
  const firsts = earners.filter(
    ({ currency }, at) => earners.findIndex((one) => one.currency === currency) === at,
  );
  const names = firsts
    .map((one) => messages.earners.one(one.participantName, moneyInWords(one.total, one.currency)))
    .join(messages.earners.join);
  const people = firsts.reduce((all, one) => all + one.people, 0);
  const when = periodPhrase(period) || ` ${messages.latestPeriod}`;
  return {
    message: `${scopeNote(from.scope)}${messages.earners.first(order, when, names)} ${messages.earners.compared(people, firsts.length > 1)}`,
    facts: earners.map(factOf),
  };
}

function factOf(one: Earner): AnswerFact {
  const { participantId, runId } = one;
  const isSingle = one.statements === 1;
  return {
    id: `${participantId} ${one.currency}`,
    label: one.participantName,
    value: one.total,
    unit: one.currency,
    note: null,
    source: isSingle ? messages.source.statement(one.periodKey) : messages.source.statements(one.statements),
    link: isSingle ? { to: 'statement', runId, participantId } : { to: 'statements', participantId },
  };
}
