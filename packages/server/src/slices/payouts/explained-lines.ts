import { ENGINE_VERSION, paysLike } from '@attain/domain/payouts/calculate';
import { calculateQuickly } from '@attain/domain/payouts/kernel/lines/calculate-quickly';
import type { NextTier, PayoutLine, Step } from '@attain/domain/payouts/payout';
import type { Unit } from '@attain/domain/plans/plan';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { measuredUnit } from '@attain/domain/quotas/quota';
import type { TenantTx } from '../../db/database.ts';
import { notAsRecorded } from '../audit/not-as-recorded.ts';
import { selectLinesOf, type WholeLine } from './payouts-store.ts';
import { inputOf, type StoredInputs } from './stored-inputs.ts';

/** A line with the reasons for it. */
export interface ReasonedLine extends Omit<WholeLine, 'dealIds' | 'earned'> {
  readonly unit: Unit;
  readonly message: string;
  readonly steps: Step[];
  readonly rules: string[];
  readonly nextTier: NextTier | null;
}

/**
 * All lines of one participant in a stored run, in plan order, with sentence and arithmetic: recalculated from the
 * stored inputs and compared with every stored figure, so that the explanation matches the pay (KERNEL-14). Throws
 * NOT_AS_RECORDED for a line that does not follow from its inputs. A line that an older engine paid differently keeps
 * its figures and says so.
 */
export async function explainedLines(
  tx: TenantTx,
  runId: string,
  inputs: StoredInputs,
): Promise<ReasonedLine[]> {
  const { participant, engineVersion } = inputs;
  const stored = await selectLinesOf(tx, runId, participant.id);
  const again = calculateQuickly(inputOf(inputs));
  const lines = new Map(again.ok ? again.value.lines.map((line) => [line.componentId, line]) : []);
  const units = new Map(inputs.plan.components.map((component) => [component.id, measuredUnit(component)]));
  return stored.map(({ dealIds, earned, ...line }) => {
    const unit = units.get(line.componentId) ?? 'Count';
    const found = lines.get(line.componentId);
    if (found !== undefined && isSame({ dealIds, earned, ...line }, found)) {
      const { message, steps, rules, nextTier } = found;
      return { ...line, unit, message, steps: [...steps], rules: [...rules], nextTier };
    }
    if (paysLike(engineVersion)) {
      throw notAsRecorded(`${line.componentName} of ${participant.name} (${participant.id})`);
    }
    const message = `Calculated with version ${engineVersion} of the rules; the current version is ${ENGINE_VERSION}. The stored amounts are shown without their arithmetic.`;
    return { ...line, unit, message, steps: [], rules: [], nextTier: null };
  });
}

/** True if a recalculated line has all figures of the stored one. */
function isSame(stored: WholeLine, again: PayoutLine): boolean {
  const { carriedIn, carriedPaid, carriedOut } = again;
  const carried = carriedIn === undefined ? null : { carriedIn, carriedPaid, carriedOut };
  const figures = (line: WholeLine | PayoutLine) =>
    [line.amount, line.credited, line.quota, line.attainmentPercent, line.target].join();
  return (
    figures(stored) === figures(again) &&
    stored.dealIds.length === again.credits.length &&
    again.credits.every(
      ({ dealId, earned }, at) => dealId === stored.dealIds[at] && earned === stored.earned[at],
    ) &&
    canonicalText(stored.window) === canonicalText(again.window ?? null) &&
    canonicalText(stored.carried) === canonicalText(carried)
  );
}
