import type { AssistantMode } from './autonomy.ts';
import type { OverlayResult } from './claim.ts';

export const trustLevels = ['Verified', 'Caution', 'Alert'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** How far the figures of a suggestion may be trusted (SGR-41). */
export function trustLevel(of: {
  /** Of its evidence pack; null: it has none. */
  readonly verification: 'pending' | 'verified' | 'failed' | null;
  readonly overlays: readonly OverlayResult['status'][];
  /** Percent of each confidence step that applies. */
  readonly steps: readonly number[];
  readonly confidence: number | null;
  /** False: the plan or its records changed after it was computed. Null: not known. */
  readonly isCurrent: boolean | null;
}): TrustLevel {
  const { verification, overlays, steps, confidence, isCurrent } = of;
  const isWeak = confidence !== null && confidence < 60;
  if (verification === 'failed' || isWeak || overlays.includes('Violation')) return 'Alert';
  const isStrong = steps.length > 0 && steps.every((percent) => percent >= 70);
  const isValid = verification === 'verified' && isCurrent !== false && !overlays.includes('Warning');
  return isValid && isStrong ? 'Verified' : 'Caution';
}

/** Policy figures, not measured. */
const USER_CONTROL: Readonly<Record<AssistantMode, number>> = { traditional: 100, hybrid: 85, agentic: 60 };
const TRADITIONAL_TRANSPARENCY = 95;
const WITH_ARTIFACT = 95;
const WITHOUT_ARTIFACT = 85;

/** The trust metrics of the panel, 0 to 100 (SGR-41). */
export function trustMetrics(of: {
  readonly mode: AssistantMode;
  /** Percent, of the suggestions that are listed. */
  readonly confidences: readonly number[];
  readonly hasArtifact: boolean;
}): { readonly userControl: number; readonly transparency: number; readonly auditability: number } {
  const { mode, confidences, hasArtifact } = of;
  const sum = confidences.reduce((total, one) => total + one, 0);
  const mean = confidences.length === 0 ? 100 : sum / confidences.length;
  return {
    userControl: USER_CONTROL[mode],
    transparency: mode === 'traditional' ? TRADITIONAL_TRANSPARENCY : Math.min(100, Math.round(mean + 10)),
    auditability: hasArtifact ? WITH_ARTIFACT : WITHOUT_ARTIFACT,
  };
}
