import { ONE, ZERO } from '../../../base/decimal.ts';
import { minorDigits } from '../../../base/money.ts';
import { ratio } from '../../../base/ratio.ts';
import { asksTarget } from '../../../plans/plan.ts';
import type { LineTerms } from '../../line-terms.ts';
import { type PlanSetting, type Rules, settingFor } from '../../pay-setting.ts';
import { withoutHigherRates } from '../../rates/higher-rates.ts';
import { rateTerms } from '../../rates/rate-terms.ts';
import { roundsSplits, withoutSplits } from '../../rates/split-rounding.ts';
import { divideRounded } from '../pay-program.ts';
import { commonMultiple, type Fraction, fraction, times } from './fraction.ts';
import { modifiers, outsideKernel } from './line-program.ts';
import { straightRate } from './straight-rate.ts';

/**
 * What a line's own numbers enlarge: `fixed` nothing; `quota` bounds and bases; `target` bounds by quota, bases by target, slopes
 * by target ÷ quota; `own-rate` slopes by the payee's own rate.
 */
export type Scaling = 'fixed' | 'quota' | 'target' | 'own-rate';

/** Pays `base + slope × size` from a bound on, or only above it; whole numbers over the shape's divisors. */
export interface ShapePiece {
  readonly from: bigint;
  readonly above: boolean;
  readonly base: bigint;
  readonly slope: bigint;
}

/** How a component pays every payee, on a quota of 1, a target of 1 and a rate of 1, in minor units (KERNEL-16). */
export interface LineShape {
  readonly scaling: Scaling;
  readonly pieces: readonly ShapePiece[];
  readonly boundUnder: bigint;
  readonly under: bigint;
  /** The most a line pays, in targets; null: no such limit. */
  readonly maxTargets: Fraction | null;
  /** The most a line pays in minor units; null: no such limit. */
  readonly maxAmount: bigint | null;
  readonly needsTarget: boolean;
  /** Whether pay is undefined without a quota above zero (ATT-2). */
  readonly needsQuota: boolean;
  /** Whether the parts of split deals are rounded together, so that a line with any is not paid by its total. */
  readonly roundsParts: boolean;
}

/** The shapes of a component with its gate open and closed; words where its lines are not paid by their totals. */
export interface ComponentShapes {
  readonly open: LineShape | string;
  /** Null: a closed gate leaves nothing. */
  readonly closed: LineShape | string | null;
}

/** The shapes of a component of a plan and period, the same for every payee. */
export function componentShapes(setting: PlanSetting, rules: Rules): ComponentShapes {
  const terms = exampleTerms(setting, rules);
  if (typeof terms === 'string') return { open: terms, closed: terms };
  const open = shapeOf(terms);
  if (rules.component.gate?.closes !== 'higher-rates') return { open, closed: null };
  return { open, closed: shapeOf({ ...terms, rate: withoutHigherRates(terms.rate) }) };
}

/** A payee with a rate of 1. */
const example = {
  id: 'example',
  name: 'example',
  hiredOn: null,
  leftOn: null,
  targetVariableAnnual: null,
  commissionRatePercent: '100',
};

/** The terms of a line with a quota of 1 and a target of 1. */
function exampleTerms(setting: PlanSetting, rules: Rules): LineTerms | string {
  const { component, measured } = rules;
  if (component.rate.kind === 'matrix') return 'A matrix also looks at another component.';
  if (component.multiplier !== undefined) return 'Another component multiplies it.';
  const { plan, period } = setting;
  const quota = { amount: ONE, own: true, parts: 1, steps: [] };
  const credits = { shares: [], earlierShares: [], credited: ZERO, waiting: 0 };
  const one = { rules, ...credits, quota, unusable: false };
  const nothing = { participants: [example], quotas: [], deals: [], exchangeRates: [] };
  const around = {
    setting: settingFor({ ...setting, problems: [] }, { plan, period, ...nothing }),
    participant: example,
    one,
    all: [one],
    target: ratio(ONE),
  };
  const rate = rateTerms(around, []);
  if (rate === null) return 'Its rate depends on more than quota and target.';
  return {
    plan,
    period,
    participant: example,
    component,
    rate,
    gate: null,
    multiplier: null,
    cap: rules.cap,
    limits: rules.limits,
    carriedIn: ZERO,
    window: measured.window === null ? null : { settle: measured.window.settle, shares: [], paid: ZERO },
    measured,
    waiting: 0,
    targetParts: [],
    target: ratio(ONE),
    quota,
  };
}

function shapeOf(written: LineTerms): LineShape | string {
  const terms = withoutSplits(written, false);
  const fault = outsideKernel(terms);
  if (fault !== null) return fault;
  const { limits, plan, component, cap } = terms;
  const scaling = scalingOf(terms);
  if (limits.attainment !== null && scaling !== 'quota' && scaling !== 'target')
    return 'Its attainment is limited and its tiers are amounts.';
  const straight = straightRate(terms);
  if (typeof straight === 'string') return straight;
  const minor = fraction(10n ** BigInt(minorDigits(plan.currency)));
  const scaled = times(modifiers(terms).factor, minor);
  const all = straight.map(({ from, side, base, slope }) => ({
    from,
    above: side === 'above',
    base: times(base, scaled),
    slope: times(slope, scaled),
  }));
  if (all[0]?.from.over !== 0n || all[0].above) return 'Its first tier does not begin at nothing.';
  const under = all.reduce(
    (by, piece) => commonMultiple(commonMultiple(by, piece.base.under), piece.slope.under),
    1n,
  );
  const boundUnder = all.reduce((by, { from }) => commonMultiple(by, from.under), 1n);
  const over = (value: Fraction, by: bigint) => value.over * (by / value.under);
  const ofTarget = [...limits.lost, ...limits.carried].some(({ kind }) => kind === 'target-multiple');
  return {
    scaling,
    pieces: all.map(({ from, above, base, slope }) => ({
      from: over(from, boundUnder),
      above,
      base: over(base, under),
      slope: over(slope, under),
    })),
    boundUnder,
    under,
    ...maxima(terms, minor),
    needsTarget: asksTarget(component.rate) || cap !== null || ofTarget,
    needsQuota: scaling === 'quota' || scaling === 'target',
    roundsParts: roundsSplits(written),
  };
}

function scalingOf({ rate, component }: LineTerms): Scaling {
  if (rate.kind === 'target' || rate.kind === 'icr') return 'target';
  if (rate.kind === 'table' && rate.ofQuota) return 'quota';
  return component.rate.kind === 'individual' ? 'own-rate' : 'fixed';
}

/** Limits in multiples of target and limits in money, each by themselves: the lower one holds. */
function maxima(terms: LineTerms, minor: Fraction): Pick<LineShape, 'maxTargets' | 'maxAmount'> {
  const { limits, plan } = terms;
  const only = (wanted: 'amount' | 'target-multiple') => limits.lost.filter(({ kind }) => kind === wanted);
  const ofTarget = modifiers({ ...terms, limits: { ...limits, lost: only('target-multiple') } });
  const money = { ...limits, payoutPercent: null, lost: only('amount') };
  const ofMoney = modifiers({ ...terms, cap: null, limits: money });
  const amount = ofMoney.max === null ? null : times(ofMoney.max, minor);
  return {
    maxTargets: ofTarget.max === null ? null : times(ofTarget.max, minor),
    maxAmount: amount === null ? null : divideRounded(amount.over, amount.under, plan.rounding.mode),
  };
}
