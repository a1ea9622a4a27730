import type { PredictiveInsights } from '@attain/contract/analytics';
import type { AnswerFact } from '@attain/contract/questions';
import { dayInWords } from '@attain/domain/base/day-in-words';
import type { Question } from '@attain/domain/questions/grammar';
import { within } from '@attain/domain/questions/spoken-period';
import { moneyInWords } from '../../base/money-in-words.ts';
import { type Answer, cutOffNote, periodPhrase } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Sources } from './sources.ts';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** Requests and tasks that the asker decides (ASK-16). */
export async function answerWaiting(from: Sources): Promise<Answer> {
  const [requests, tasks] = await Promise.all([from.approvals(), from.tasks()]);
  const facts: AnswerFact[] = [
    ...requests.rows.map(
      (one): AnswerFact => ({
        id: one.id,
        label: one.summary,
        value: one.amount,
        unit: one.amount === null ? null : one.currency,
        note: messages.waiting.askedBy(one.askedBy),
        source: messages.source.request,
        link: { to: 'approval', approvalId: one.id },
      }),
    ),
    ...tasks.rows.map(
      (one): AnswerFact => ({
        id: one.id,
        label: one.title,
        value: null,
        unit: null,
        note: messages.waiting.due(dayInWords(one.dueAt.slice(0, 10))),
        source: messages.source.task(one.workflowName),
        link: { to: 'task', taskId: one.id },
      }),
    ),
  ];
  const message =
    facts.length === 0
      ? messages.waiting.none
      : messages.waiting.some(requests.rows.length, tasks.rows.length);
  return { message: `${message}${cutOffNote(requests.cut || tasks.cut, messages.waiting.noun)}`, facts };
}

/** The forecasts of Predictive Insights (ASK-17). */
export async function answerForecast({ range }: Of<'forecast'>, from: Sources): Promise<Answer> {
  const { forecasts, withheld } = await from.forecasts(range);
  const sentences = forecasts.map((one) => {
    const { currency, missing } = one;
    const what = messages.forecast.of[one.of];
    const forecast = carried(one);
    if (forecast === null) return messages.forecast.missing(what, missing);
    const { value, interval, backtest, missingForInterval } = forecast;
    return messages.forecast.will({
      what,
      from: dayInWords(forecast.from),
      to: dayInWords(forecast.to),
      amount: moneyInWords(value, currency),
      range: interval && {
        low: moneyInWords(interval.low, currency),
        high: moneyInWords(interval.high, currency),
      },
      missing: missingForInterval,
      origins: backtest?.origins ?? 0,
      error: backtest?.averageError ?? null,
    });
  });
  return {
    message: [...sentences, ...(withheld === null ? [] : [withheld])].join(' '),
    facts: forecasts.flatMap((one): AnswerFact[] => {
      const forecast = carried(one);
      if (forecast === null) return [];
      return [
        {
          id: one.of,
          label: messages.forecast.of[one.of],
          value: forecast.value,
          unit: one.currency,
          note: messages.forecast.until(dayInWords(forecast.to)),
          source: messages.source.forecast,
          link: { to: 'dashboard' },
        },
      ];
    }),
  };
}

/** The forecast whose value is the figure (FC-10). */
function carried({ forecast, stages, carriedBy }: PredictiveInsights['forecasts'][number]) {
  return carriedBy === 'stages' ? stages : forecast;
}

/** Disputes that are not resolved, of a period or of all (ASK-18). */
export async function answerDisputes({ period }: Of<'disputes'>, from: Sources): Promise<Answer> {
  const { rows, cut } = await from.disputes();
  const keyed = rows.map((one) => ({ ...one, period: { key: one.periodKey } }));
  const open = period === undefined ? keyed : within(keyed, period);
  const when = periodPhrase(period);
  return {
    message: `${open.length === 0 ? messages.disputes.none(when) : messages.disputes.open(open.length, when)}${cutOffNote(cut, messages.disputes.noun)}`,
    facts: open.map((one) => ({
      id: one.id,
      label: `${one.participantName}, ${one.componentName ?? one.planName}`,
      value: one.paid,
      unit: one.currency,
      note: messages.disputes.waitsFor(one.waitingOn),
      source: messages.source.dispute(one.periodKey),
      link: { to: 'dispute', disputeId: one.id },
    })),
  };
}
