import type { QueryKey } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';
import type { Answer } from './answer.ts';
import { answerAttainment } from './answers-about-attainment.ts';
import { answerEarners, answerTotal } from './answers-about-pay.ts';
import { answerNextTier, answerPerson } from './answers-about-people.ts';
import { answerDeals, answerImports, answerStale } from './answers-about-records.ts';
import type { Kind, Question } from './grammar.ts';
import type { Sources } from './sources.ts';

/** Answers a question from stored records alone; rejects with the server's refusal when one of them may not be read. */
export async function answerQuestion(question: Question, from: Sources): Promise<Answer> {
  const answer = await answerKind(question, from);
  // A stored result is no forecast: a question about the future says so first (ASK-11).
  return question.ahead
    ? { ...answer, message: `Tell Me reads calculated results and does not project pay. ${answer.message}` }
    : answer;
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
  }
}

/** What must change for the answer to be another one: an answer on the screen is read again after that. */
export const answerKeys: Readonly<Record<Kind, QueryKey>> = {
  total: [...keys.calculations, 'list'],
  earners: [...keys.statements, 'list'],
  attainment: [...keys.calculations, 'list'],
  person: [...keys.statements, 'list'],
  'next-tier': [...keys.statements, 'list'],
  deals: keys.deals,
  imports: [...keys.imports, 'list'],
  stale: [...keys.calculations, 'list'],
};
