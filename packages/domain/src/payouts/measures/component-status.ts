import { type Decimal, sum } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import { factored } from '../../crediting/credit-factor.ts';
import { countingOwn } from '../../crediting/own-amount.ts';
import { creditsInScope } from '../../crediting/roll-up.ts';
import type { Participant, Quota } from '../../quotas/participant.ts';
import type { PartTerms } from '../../quotas/proration.ts';
import { type AppliedQuota, quotaFor } from '../../quotas/quota.ts';
import type { PaySetting, Rules } from '../pay-setting.ts';

/** What one participant has reached on one component. */
export interface ComponentStatus {
  readonly rules: Rules;
  /** The credits of the period, in order: what the line pays for. */
  readonly shares: readonly CreditShare[];
  /** The credits of a longer window before the period, in order: they count for what is reached, and are paid already. */
  readonly earlierShares: readonly CreditShare[];
  /** All credit that is measured. */
  readonly credited: Decimal;
  /** How many deals of the period wait for approval and do not count (CREDIT-11). */
  readonly waiting: number;
  readonly quota: AppliedQuota | null;
  /** True when a needed quota is there but cannot be used; its problems have been told, and no line can follow. */
  readonly unusable: boolean;
}

/** What a participant has reached on a component: the credits that count, and the quota they are measured by; problems are added. */
export function standing(
  setting: PaySetting,
  rules: Rules,
  participant: Participant,
  own: { readonly shares: readonly CreditShare[]; readonly quotas: readonly Quota[] },
  problems: Problem[],
): ComponentStatus {
  const { component, measured } = rules;
  const inScope = creditsInScope(
    own.shares.filter((share) => rules.counts(share.deal)),
    component.credit,
  );
  const { factoring } = rules;
  const { own: field } = component.measure;
  const byOwn = field === undefined ? null : countingOwn(field);
  const matching =
    factoring === null && byOwn === null
      ? inScope
      : inScope.map((share) => {
          const counted = byOwn === null ? share : byOwn(share);
          // a factor looks at the deal, whichever of its amounts counts
          return factored(counted, factoring?.(share.deal) ?? null, component.measure);
        });
  const counting =
    component.approval === 'required' ? matching.filter((share) => isApproved(rules, share)) : matching;
  const { from } = setting.period;
  const waiting =
    counting.length === matching.length
      ? 0
      : new Set(
          matching
            .filter((share) => !isApproved(rules, share) && share.deal.date >= from)
            .map(({ deal }) => deal.id),
        ).size;
  const quota = quotaFor(own.quotas, component, {
    ...partTerms(setting, rules, participant),
    period: measured.asked.whole,
    currency: setting.plan.currency,
    exchanges: setting.quotaExchanges,
  });
  if (!quota.ok && rules.needsQuota) problems.push(...quota.problems);
  return {
    rules,
    shares: measured.from >= from ? counting : counting.filter(({ deal }) => deal.date >= from),
    earlierShares: measured.from >= from ? [] : counting.filter(({ deal }) => deal.date < from),
    // asked only by gates, multipliers and matrices of other components
    get credited() {
      return sum(counting.map((share) => creditOf(rules, share)));
    },
    waiting,
    quota: quota.ok ? quota.value : null,
    // Where nothing is paid by it, a quota that cannot be used is left out rather than stopping the pay.
    unusable: !quota.ok && rules.needsQuota,
  };
}

/** What a credit counts in the component's measure: its amount, or where deals are counted its share of one. */
function creditOf({ component }: Rules, share: CreditShare): Decimal {
  return component.measure.of === 'deals' ? share.count : share.amount;
}

function isApproved({ component }: Rules, { deal }: CreditShare): boolean {
  return component.approval !== 'required' || (deal.approvedOn ?? null) !== null;
}

/** By what quota and target of a participant are scaled on a component. */
export function partTerms(setting: PaySetting, { component }: Rules, participant: Participant): PartTerms {
  return {
    participant,
    attendance: setting.attendance(participant.id),
    effective: component.effective,
    proration: setting.plan.proration,
    calendar: setting.plan.calendar,
  };
}
