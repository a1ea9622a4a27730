import type { Question } from '@attain/domain/questions/grammar';
import type { Answer } from './answer.ts';
import { messages } from './answer-words.ts';
import { answerAttainment } from './answers-about-attainment.ts';
import { answerChanged } from './answers-about-changes.ts';
import { answerComparison, answerEarners, answerTotal } from './answers-about-pay.ts';
import { answerNextTier, answerPerson } from './answers-about-people.ts';
import { answerPipeline } from './answers-about-pipeline.ts';
import { answerComponent, answerPlans } from './answers-about-plans.ts';
import { answerDeals, answerImports, answerStale } from './answers-about-records.ts';
import { answerSuggestions } from './answers-about-suggestions.ts';
import { answerDisputes, answerForecast, answerWaiting } from './answers-about-work.ts';
import type { Sources } from './sources.ts';

/** Answers a question from stored records. */
export async function answerQuestion(question: Question, from: Sources): Promise<Answer> {
  const answer = await answerKind(question, from);
  // stored results are no forecast, so questions about the future get a note (ASK-11)
  return question.ahead ? { ...answer, message: messages.ahead(answer.message) } : answer;
}

function answerKind(question: Question, from: Sources): Promise<Answer> {
  switch (question.kind) {
    case 'total':
      return answerTotal(question, from);
    case 'earners':
      return answerEarners(question, from);
    case 'attainment':
      return answerAttainment(question, from);
    case 'person':
      return answerPerson(question, from);
    case 'next-tier':
      return answerNextTier(question, from);
    case 'deals':
      return answerDeals(question, from);
    case 'imports':
      return answerImports(from);
    case 'stale':
      return answerStale(from);
    case 'compare':
      return answerComparison(question, from);
    case 'suggestions':
      return answerSuggestions(from);
    case 'changed':
      return answerChanged(question, from);
    case 'waiting':
      return answerWaiting(from);
    case 'forecast':
      return answerForecast(question, from);
    case 'disputes':
      return answerDisputes(question, from);
    case 'pipeline':
      return answerPipeline(question, from);
    case 'plans':
      return answerPlans(question, from);
    case 'component':
      return answerComponent(question, from);
  }
}
