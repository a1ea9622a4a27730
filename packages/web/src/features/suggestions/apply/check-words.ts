import type { Said } from './outcome-words.ts';

const texts = {
  passed: 'Consistency Checks Passed',
  passedText: 'All plan components are balanced and comply with policy requirements.',
  issues: 'Issues Detected',
  issuesText: 'Some plan components may need adjustment. Check the suggestions for recommendations.',
  failed: 'Check Failed',
  failedText: 'Unable to run consistency checks. Please try again.',
};

/** The toast after Run Checks; null: they could not be run. */
export function checkWords(outcome: { readonly passed: boolean } | null): Said {
  const { passed, passedText, issues, issuesText, failed, failedText } = texts;
  if (outcome === null) return { title: failed, text: failedText, meaning: 'bad' };
  return outcome.passed
    ? { title: passed, text: passedText, meaning: 'ok' }
    : { title: issues, text: issuesText, meaning: 'warn' };
}
