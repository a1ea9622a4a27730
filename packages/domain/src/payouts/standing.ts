import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import type { Quota } from '../quotas/participant.ts';
import { type AppliedQuota, quotaFor } from '../quotas/quota.ts';
import type { PaySetting, Rules } from './pay-setting.ts';

/** What one participant has reached on one component. */
export interface Standing {
  readonly rules: Rules;
  readonly shares: readonly CreditShare[];
  readonly credited: Decimal;
  readonly quota: AppliedQuota | null;
  /** True when a needed quota is there but cannot be used; its problems have been told, and no line can follow. */
  readonly unusable: boolean;
}

/** What a participant has reached on a component: the credits that count, and the quota they are measured by; problems are added. */
export function standing(
  setting: PaySetting,
  rules: Rules,
  own: { readonly shares: readonly CreditShare[]; readonly quotas: readonly Quota[] },
  problems: Problem[],
): Standing {
  const shares = own.shares.filter((share) => rules.counts(share.deal));
  const byCount = rules.component.measure.of === 'deals';
  const credited = shares.reduce((all, share) => all.plus(byCount ? share.count : share.amount), ZERO);
  const quota = quotaFor(own.quotas, rules.component, setting.period);
  if (!quota.ok && rules.needsQuota) problems.push(...quota.problems);
  // Where nothing is paid by it, a quota that cannot be used is left out rather than stopping the pay.
  const unusable = !quota.ok && rules.needsQuota;
  return { rules, shares, credited, quota: quota.ok ? quota.value : null, unusable };
}
