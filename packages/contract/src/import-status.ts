import type { Import, ImportKind, ImportSummary } from './imports.ts';

/** Whether a check or a commit of the import is under way. */
export function isProcessing({ status }: Pick<Import, 'status'>): boolean {
  return status === 'checking' || status === 'committing';
}

/** Rows with errors that a person chose to skip. */
export function skippedErrors(summary: Pick<ImportSummary, 'skipped'> | null): number {
  return (summary?.skipped ?? []).reduce((sum, { rows, isError }) => sum + (isError ? rows : 0), 0);
}

/** Whether the rows with errors of a checked file can be skipped: others remain, and they are not the components of one plan. */
export function maySkipErrors({
  kind,
  summary,
}: {
  readonly kind: ImportKind;
  readonly summary: ImportSummary | null;
}): boolean {
  if (summary === null || summary.badRows === 0 || kind === 'plan-components') return false;
  return summary.added + summary.changed + summary.unchanged > 0;
}
