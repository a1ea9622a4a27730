import { decimal, decimalProblem, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import { parseAccelerator } from './accelerator.ts';
import { parseCap } from './cap.ts';
import { checkClosedBands } from './checks/closed-bands.ts';
import { checkCurve } from './checks/curve-checks.ts';
import { figureFaults } from './checks/figure-faults.ts';
import { checkMatrix } from './checks/matrix-checks.ts';
import { type Component, isTargetBased, type Rate } from './plan.ts';
import { unreadable } from './reading.ts';
import type { Band } from './terms.ts';
import type { Tier } from './tier.ts';

/** PLAN-5 to PLAN-7: every problem inside one component; `path` is where it stands in the document. */
export function checkComponent(component: Component, path: string): readonly Problem[] {
  return [
    ...checkRate(component.rate, `${path}.rate`),
    ...checkCap(component, `${path}.cap`),
    ...checkAccelerator(component, `${path}.accelerator`),
  ];
}

function checkRate(rate: Rate, path: string): readonly Problem[] {
  switch (rate.kind) {
    case 'flat':
      return checkPercent(rate.ratePercent, `${path}.ratePercent`);
    case 'marginal':
    case 'retroactive':
      return checkTiers(rate.tiers, `${path}.tiers`);
    case 'interpolated-amounts':
      return [
        ...checkClosedBands(rate.bands, `${path}.bands`),
        ...checkBandAmounts(rate.bands, `${path}.bands`),
      ];
    case 'interpolated-rate':
      return [
        ...checkClosedBands(rate.steps, `${path}.steps`),
        ...rate.steps.flatMap((step, i) => checkPercent(step.ratePercent, `${path}.steps[${i}].ratePercent`)),
      ];
    case 'curve':
      return checkCurve(rate.curve, `${path}.curve`, true);
    case 'matrix':
      return checkMatrix(rate, path);
    case 'individual':
    case 'icr':
    case 'target':
      return [];
  }
}

function checkBandAmounts(bands: readonly Band[], path: string): readonly Problem[] {
  return bands.flatMap(({ amount }, i) =>
    figureFaults(amount, { rule: 'TERM-20', path: `${path}[${i}].amount`, what: 'amount', from: 'zero' }),
  );
}

/** PLAN-5: tiers start at zero, follow each other without gap or overlap, and the last one is open. */
function checkTiers(tiers: readonly Tier[], path: string): readonly Problem[] {
  if (tiers.length === 0)
    return [
      {
        rule: 'PLAN-5',
        path,
        message: 'A table needs at least one tier, from "0" and without an upper limit.',
      },
    ];
  const problems: Problem[] = [];
  let expected: string | null = '0';
  tiers.forEach((tier, i) => {
    const at = `${path}[${i}]`;
    problems.push(...checkPercent(tier.ratePercent, `${at}.ratePercent`));
    problems.push(
      ...checkStart(tier, expected, `${at}.from`),
      ...checkEnd(tier, i === tiers.length - 1, `${at}.to`),
    );
    expected = tier.to;
  });
  return problems;
}

function checkStart(tier: Tier, expected: string | null, path: string): readonly Problem[] {
  if (!isDecimal(tier.from)) return [asRule5(decimalProblem(tier.from, path))];
  // A missing or unreadable end before is told at its own place.
  if (expected === null || !isDecimal(expected)) return [];
  const side = decimal(tier.from).cmp(decimal(expected));
  if (side === 0) return [];
  const fault =
    expected === '0'
      ? `The first tier starts at ${tier.from}.`
      : side > 0
        ? `There is a gap between ${expected} and ${tier.from}.`
        : `It overlaps the previous tier, which ends at ${expected}.`;
  return [{ rule: 'PLAN-5', path, message: `${fault} Start it at "${expected}".` }];
}

function checkEnd(tier: Tier, last: boolean, path: string): readonly Problem[] {
  if (tier.to === null) {
    return last
      ? []
      : [
          {
            rule: 'PLAN-5',
            path,
            message: 'Only the last tier can have no upper limit. Enter the end of this one.',
          },
        ];
  }
  if (!isDecimal(tier.to)) return [asRule5(decimalProblem(tier.to, path))];
  if (last) {
    const message = `The last tier ends at ${tier.to}, so results above it would not be paid. Remove its end (null).`;
    return [{ rule: 'PLAN-5', path, message }];
  }
  if (isDecimal(tier.from) && decimal(tier.to).lte(decimal(tier.from))) {
    return [
      {
        rule: 'PLAN-5',
        path,
        message: `The tier ends at ${tier.to}, which is not above its start ${tier.from}.`,
      },
    ];
  }
  return [];
}

/** A rate is a percent from 0 to 1,000,000 (a rate of 5,000% pays 50 for each counted deal). */
function checkPercent(text: string, path: string): readonly Problem[] {
  if (!isDecimal(text)) return [asRule5(decimalProblem(text, path))];
  const rate = decimal(text);
  if (rate.gte(0) && rate.lte(1_000_000)) return [];
  return [
    {
      rule: 'PLAN-5',
      path,
      message: `A rate of ${text}% is out of range. Enter a percentage from 0 to 1000000.`,
    },
  ];
}

/** PLAN-6: a cap can be read, and the component has a share of the target for it to be a multiple of. */
function checkCap(component: Component, path: string): readonly Problem[] {
  if (component.cap === null) return [];
  const cap = parseCap(component.cap);
  if (!cap.ok) return [{ rule: 'PLAN-6', path, message: unreadable(component.cap, cap) }];
  if (!isTargetBased(component.rate) && component.status === 'Active' && component.weight === 0) {
    const message = `With weight 0, a cap of ${component.cap} is zero, because it is a multiple of the component's target. Give the component a weight.`;
    return [{ rule: 'PLAN-6', path, message }];
  }
  return [];
}

/** PLAN-7: an accelerator can be read and stands on a target-based component. */
function checkAccelerator(component: Component, path: string): readonly Problem[] {
  if (component.accelerator === null) return [];
  const problems: Problem[] = [];
  const read = parseAccelerator(component.accelerator);
  if (!read.ok) problems.push({ rule: 'PLAN-7', path, message: unreadable(component.accelerator, read) });
  if (component.rate.kind !== 'target') {
    const message = `An accelerator increases attainment, but the rate is "${component.rate.kind}". Use a tier table instead.`;
    problems.push({ rule: 'PLAN-7', path, message });
  }
  return problems;
}

function asRule5(problem: Problem): Problem {
  return { ...problem, rule: 'PLAN-5' };
}
