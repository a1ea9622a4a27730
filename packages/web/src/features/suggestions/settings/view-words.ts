import type { LabelKey } from '@attain/domain/suggestions/configurations/configuration';

const labelKeys = ['target', 'earnings', 'multiplier', 'limit'] as const satisfies readonly LabelKey[];

/** The words of the plan as a persona in an industry says them: the industry's first. */
export function wordsOf(
  persona: Partial<Record<LabelKey, string>> | undefined,
  industry: Partial<Record<LabelKey, string>> | undefined,
): readonly string[] {
  return labelKeys.flatMap((key) => industry?.[key] ?? persona?.[key] ?? []);
}
