import type { AnswerFact } from '@attain/contract/questions';
import type { Pipeline } from '@attain/contract/records';
import type { Question } from '@attain/domain/questions/grammar';
import { daysOf } from '@attain/domain/questions/spoken-period';
import { moneyInWords } from '../../base/money-in-words.ts';
import { type Answer, periodPhrase, scopeNote } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Sources } from './sources.ts';

const words = messages.pipeline;

/** What is open, by currency and stage (ASK-19). */
export async function answerPipeline(
  { period }: Extract<Question, { kind: 'pipeline' }>,
  from: Sources,
): Promise<Answer> {
  const days = period === undefined ? null : daysOf(period);
  const { stored, open, winRate } = await from.pipeline(days);
  const when = periodPhrase(period);
  const note = scopeNote(from.scope);
  if (stored === 0) return { message: `${note}${words.noneStored}`, facts: [] };
  if (open.length === 0) return { message: `${note}${words.none(when, stored)}`, facts: [] };
  const sentences = open.map(
    ({ currency, opportunities, amount, expected, withoutAmount, withoutChance }) =>
      words.open(
        opportunities,
        when,
        moneyInWords(amount, currency),
        expected === null ? null : moneyInWords(expected, currency),
      ) + words.unknown(withoutAmount, expected === null ? 0 : withoutChance),
  );
  const { won, lost, percent } = winRate;
  const rate = percent === null ? '' : words.rate(won, won + lost, percent);
  return { message: `${note}${sentences.join(' ')}${rate}`, facts: open.flatMap((one) => stages(one, days)) };
}

function stages(
  { currency, stages }: Pipeline['open'][number],
  days: { from: string; to: string } | null,
): AnswerFact[] {
  return stages.map(({ stage, opportunities, amount }) => ({
    id: `${currency} ${stage}`,
    label: stage,
    value: amount,
    unit: currency,
    note: words.ofStage(opportunities),
    source: words.source,
    link: { to: 'opportunities', days },
  }));
}
