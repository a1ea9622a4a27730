import { counted } from '../../../base/format-number.ts';

/** Texts of analyzing a plan. */
export const messages = {
  analyze: 'Analyze plan',
  analyzing: 'Analyzing',
  analyzed: (ago: string) => `Analyzed ${ago}`,
  analyzeFailure: 'The analysis could not be started',
  analysisFailed: 'The last analysis failed.',
  looked: (checks: number, found: number) =>
    `${counted(checks, 'check')}, ${found === 0 ? 'nothing to suggest' : counted(found, 'open suggestion')}`,
};
