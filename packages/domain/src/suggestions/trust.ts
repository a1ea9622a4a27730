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
}): TrustLevel {
  const { verification, overlays, steps, confidence } = of;
  const isWeak = confidence !== null && confidence < 60;
  if (verification === 'failed' || isWeak || overlays.includes('Violation')) return 'Alert';
  const isStrong = steps.length > 0 && steps.every((percent) => percent >= 70);
  return verification === 'verified' && isStrong && !overlays.includes('Warning') ? 'Verified' : 'Caution';
}
