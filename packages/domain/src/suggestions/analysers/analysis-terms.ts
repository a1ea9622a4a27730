import type { Period } from '../../base/period.ts';
import type { PlanChange } from '../../plans/change-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Thresholds } from '../configurations/assistant-settings.ts';
import type { OverlayTerms } from '../overlays/overlay-terms.ts';
import type { BudgetOutlook } from './budget/budget-outlook.ts';
import type { Analyser } from './lever.ts';

/** A plan, and what was known of it when it was analysed. */
export interface AnalysisTerms {
  /** As designed. */
  readonly plan: Plan;
  readonly isDesigned: boolean;
  /** Whether a version of the plan is active. */
  readonly isActive: boolean;
  readonly span: Period;
  /** Those that run. */
  readonly analysers: readonly Analyser[];
  readonly thresholds: Thresholds;
  readonly records: { readonly validRows: number; readonly rows: number };
  /** Whole days since the newest import; null: none. */
  readonly daysSinceImport: number | null;
  /** The workspace's rules; null: none are checked. */
  readonly overlays: OverlayTerms | null;
  /** What the year will cost an active plan, or why that is not known (SGR-119). */
  readonly budget: BudgetOutlook | string;
  readonly seed: string;
  readonly scenarios: number;
  /** Whether the same change was declined on the same records not long ago. */
  isDeclined(inputHash: string, key: string, changes: readonly PlanChange[]): boolean;
}
