import type { ImportDetail, ImportSummary } from '@attain/contract/imports';
import {
  type ControlTotal,
  controlDifference,
  controlProblem,
  controlState,
  needsReason,
} from '@attain/domain/closes/control-totals';
import { ApiError } from '../../base/api-error.ts';

/** What a person stated as control totals, by their order, and why they differ. */
export interface StatedControl {
  readonly stated: readonly (string | null)[];
  readonly reason: { readonly text: string; readonly by: string; readonly at: string } | null;
}

interface Checked {
  readonly summary: ImportSummary | null;
  readonly control: StatedControl | null;
}

/** The control totals of an import with what was stated, by the file or by a person. */
export function controlsOf({ summary, control }: Checked): ControlTotal[] {
  return (summary?.controls ?? []).map((one, at) => ({
    ...one,
    stated: one.byFile ? one.stated : (control?.stated?.[at] ?? null),
  }));
}

/** The same as screens show them. */
export function shownControls(stored: Checked): ImportDetail['controls'] {
  return controlsOf(stored).map((one) => ({
    ...one,
    state: controlState(one),
    difference: controlDifference(one),
    needsReason: needsReason(one),
  }));
}

/** Why the rows can’t be stored without a reason (CLOSE-23); none: they can. */
function differences(stored: Checked): string[] {
  if (stored.control?.reason) return [];
  return controlsOf(stored)
    .filter(needsReason)
    .flatMap((one) => controlProblem(one) ?? []);
}

/** Throws CONFLICT if a control total differs and no one said why. */
export function mustAgree(stored: Checked): void {
  const problems = differences(stored);
  if (problems.length === 0) return;
  throw new ApiError('CONFLICT', `${problems.join(' ')} Correct them or the file, or give a reason.`);
}
