import type { AnswerFact } from '@attain/contract/questions';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
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

/** What the later period pays more or less than the earlier one, per currency (ASK-13). */
export async function answerComparison({ period, other }: Of<'compare'>, from: Sources): Promise<Answer> {
  const [now, before] = await Promise.all([
    answerTotal({ kind: 'total', period }, from),
    answerTotal({ kind: 'total', period: other }, from),
  ]);
  for (const [key, total] of [
    [period, now],
    [other, before],
  ] as const)
    if (total.facts.length === 0)
      return { message: `${messages.compare.none(key)} ${total.message}`, facts: [] };
  const [later, earlier] = [sumsOf(now.facts), sumsOf(before.facts)];
  const sentences = [...new Set([...later.keys(), ...earlier.keys()])].map((currency) => {
    const [one, two] = [later.get(currency) ?? decimal('0'), earlier.get(currency) ?? decimal('0')];
    const change = one.minus(two);
    const inWords = (amount: typeof one) => moneyInWords(plain(amount), currency);
    if (change.eq(0)) return messages.compare.same({ period, other, now: inWords(one) });
    return messages.compare.change({
      period,
      other,
      now: inWords(one),
      before: inWords(two),
      difference: inWords(change.abs()),
      order: change.gt(0) ? 'more' : 'less',
    });
  });
  return {
    message: [...sentences, messages.compare.calculations(now.facts.length, before.facts.length)].join(' '),
    facts: [...now.facts, ...before.facts],
  };
}

function sumsOf(facts: readonly AnswerFact[]): Map<string, ReturnType<typeof decimal>> {
  const sums = new Map<string, ReturnType<typeof decimal>>();
  for (const { value, unit } of facts)
    sums.set(unit ?? '', sum([sums.get(unit ?? '') ?? decimal('0'), decimal(value ?? '0')]));
  return sums;
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
