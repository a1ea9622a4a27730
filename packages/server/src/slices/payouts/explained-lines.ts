import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { calculateQuickly } from '@attain/domain/payouts/kernel/lines/calculate-quickly';
import type { NextTier, PayoutLine, Step } from '@attain/domain/payouts/payout';
import type { Unit } from '@attain/domain/plans/plan';
import { measuredUnit } from '@attain/domain/quotas/quota';
import { canonicalText } from '../../audit/canonical.ts';
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
 * Every line of one participant in a stored run, in the plan's order, with sentence and arithmetic: calculated anew from the
 * stored inputs and held against every stored figure, so that what is told is of what was paid (KERNEL-14). Throws NOT_AS_RECORDED
 * for a line that does not follow from its inputs. A line that an older engine paid otherwise keeps its figures and says that.
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
    if (engineVersion === ENGINE_VERSION) {
      throw notAsRecorded(`${line.componentName} of ${participant.name} (${participant.id})`);
    }
    const message = `Calculated by version ${engineVersion} of the rules, which pays otherwise than ${ENGINE_VERSION}: the figures stand as they were stored, their arithmetic is not shown.`;
    return { ...line, unit, message, steps: [], rules: [], nextTier: null };
  });
}

/** Whether a line that was calculated again has every figure of the stored one. */
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
