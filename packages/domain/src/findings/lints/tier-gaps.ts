import { decimal, isDecimal, ZERO } from '../../base/decimal.ts';
import type { Plan } from '../../plans/plan.ts';
import { checkPlan } from '../../plans/plan-checks.ts';
import type { Tier } from '../../plans/tier.ts';
import type { Finding } from '../finding.ts';
import { gapOf, type Lint, pairLines, placedComponents, stakeOf, tally, withComponents } from './lint.ts';

interface Fault {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/**
 * LINT-2: amounts no tier pays, or two tiers pay. The stake is what lies between the two ways to mend it: for a gap, the
 * lower tier reaching up to the next one or nothing being paid there; for an overlap, the lower or the upper tier ruling.
 */
export function tierGaps(plan: Plan): Lint {
  const faulty = placedComponents(plan).flatMap(({ component, path }) => {
    if (!('tiers' in component.rate)) return [];
    const faults = faultsOf(component.rate.tiers, `${path}.rate.tiers`);
    return faults.length === 0 ? [] : [{ id: component.id, name: component.name, faults }];
  });
  const ids = new Set(faulty.map(({ id }) => id));
  const lower = fixed(plan, ids, 'lower');
  const upper = fixed(plan, ids, 'upper');
  const payable = faulty.length > 0 && checkPlan(lower).length === 0 && checkPlan(upper).length === 0;
  const gaps = new Map(faulty.map(({ id }) => [id, tally()]));
  return {
    take: ({ pay }) => {
      if (!payable) return;
      for (const pair of pairLines(pay(lower) ?? [], pay(upper) ?? [])) {
        gaps.get(pair.before.componentId)?.add(gapOf(pair), pair.before.participantId);
      }
    },
    findings: () =>
      faulty.flatMap(({ id, name, faults }) =>
        faults.map(({ path, message, fix }): Finding => {
          const gap = gaps.get(id) ?? tally();
          const words =
            'Pay in this history that depends on the fix: using the lower tier there, or the upper one (in a gap: none).';
          const stake = payable ? stakeOf(plan, gap, words) : null;
          return { rule: 'LINT-2', severity: 'error', path, message: `${name}: ${message}`, fix, stake };
        }),
      ),
  };
}

function faultsOf(tiers: readonly Tier[], path: string): readonly Fault[] {
  if (tiers.some((tier) => !isDecimal(tier.from) || (tier.to !== null && !isDecimal(tier.to)))) return [];
  const faults: Fault[] = [];
  let expected: string | null = '0';
  for (const [i, tier] of tiers.entries()) {
    const side = expected === null ? 0 : decimal(tier.from).cmp(decimal(expected));
    const at = `${path}[${i}].from`;
    const fix = `Start this tier at ${expected}.`;
    if (side > 0)
      faults.push({ path: at, message: `nothing is paid between ${expected} and ${tier.from}.`, fix });
    if (side < 0) {
      faults.push({
        path: at,
        message: `two tiers cover ${tier.from} to ${expected}.`,
        fix,
      });
    }
    expected = tier.to;
  }
  if (expected !== null && tiers.length > 0) {
    const at = `${path}[${tiers.length - 1}].to`;
    faults.push({
      path: at,
      message: `nothing is paid above ${expected}.`,
      fix: 'Give the last tier no upper limit.',
    });
  }
  return faults;
}

function fixed(plan: Plan, ids: ReadonlySet<string>, rules: 'lower' | 'upper'): Plan {
  return withComponents(plan, (component) => {
    const { rate } = component;
    if (!ids.has(component.id) || !('tiers' in rate)) return component;
    return { ...component, rate: { ...rate, tiers: closed(rate.tiers, rules) } };
  });
}

/** The table without gaps and overlaps; `lower`: a tier holds until the next begins, and over what it shares with it. */
function closed(tiers: readonly Tier[], rules: 'lower' | 'upper'): readonly Tier[] {
  const edges: { from: string; ratePercent: string }[] = [];
  const sorted = tiers
    .filter((tier) => tier.to === null || decimal(tier.to).gt(decimal(tier.from)))
    .toSorted((a, b) => decimal(a.from).cmp(decimal(b.from)));
  let reached = '0';
  for (const tier of sorted) {
    const side = decimal(tier.from).cmp(decimal(reached));
    // a gap: the lower reading lets the tier before (or the first one) hold there, the upper one pays nothing
    if (side > 0 && (rules === 'upper' || edges.length === 0)) {
      edges.push({ from: reached, ratePercent: rules === 'upper' ? '0' : tier.ratePercent });
    }
    const from = side < 0 && rules === 'lower' ? reached : tier.from;
    if (tier.to === null || decimal(tier.to).gt(decimal(from)))
      edges.push({ from, ratePercent: tier.ratePercent });
    if (tier.to === null) return asTiers(edges);
    if (decimal(tier.to).gt(decimal(reached))) reached = tier.to;
  }
  if (rules === 'upper' || edges.length === 0) edges.push({ from: reached, ratePercent: '0' });
  return asTiers(edges);
}

function asTiers(edges: readonly { from: string; ratePercent: string }[]): readonly Tier[] {
  const kept = edges.filter(({ from }, i) => {
    const next = edges[i + 1];
    return next === undefined || decimal(next.from).gt(decimal(from));
  });
  return kept
    .filter(({ from }) => decimal(from).gte(ZERO))
    .map((edge, i) => ({ ...edge, to: kept[i + 1]?.from ?? null }));
}
