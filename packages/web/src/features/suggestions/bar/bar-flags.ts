import type { Mode } from '../../../base/modes.ts';
import { countsInBar } from '../bands.ts';

/** The buttons of the bar that a mode turns on. */
export type BarFlags = { readonly reasoning: boolean; readonly evidence: boolean; readonly trail: boolean };

/** Manual work has no trail of the assistant; the other modes have all three buttons. */
export const barFlags: Readonly<Record<Mode, BarFlags>> = {
  traditional: { reasoning: true, evidence: true, trail: false },
  hybrid: { reasoning: true, evidence: true, trail: true },
  agentic: { reasoning: true, evidence: true, trail: true },
};

/** Open suggestions above 70 percent, the most confident first. */
export function confidentOnes<One extends { readonly status: string; readonly confidence: number | null }>(
  all: readonly One[],
): readonly One[] {
  return all
    .filter(({ status, confidence }) => status === 'open' && confidence !== null && countsInBar(confidence))
    .toSorted((one, other) => Number(other.confidence) - Number(one.confidence));
}
