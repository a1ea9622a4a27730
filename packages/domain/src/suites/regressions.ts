import type { Resources } from './run-case.ts';

export const measures = ['virtualMs', 'steps', 'calls', 'expressionSteps', 'journalCharacters'] as const;
export type Measure = (typeof measures)[number];

/** A measure of a case that grew between two runs. */
export interface Regression {
  readonly measure: Measure;
  readonly before: number;
  readonly after: number;
}

/** More than this share above the run before is a regression. */
const LIMIT_PERCENT = 10;

/** The measures of a case that grew by more than 10 % since the run before (WT-7); none without one. */
export function regressionsOf(before: Resources | null, after: Resources): readonly Regression[] {
  if (before === null) return [];
  return measures.flatMap((measure) =>
    after[measure] * 100 > before[measure] * (100 + LIMIT_PERCENT)
      ? [{ measure, before: before[measure], after: after[measure] }]
      : [],
  );
}
