import { decimal, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import type { Curve } from '../terms.ts';
import { figureFaults, risingFaults } from './figure-faults.ts';

/**
 * TERM-21: a curve has points at rising percents with values that can be used, and goes on beyond the last one only where it
 * has a slope. A pay curve (`pays`) is worth nothing at nothing.
 */
export function checkCurve(curve: Curve, path: string, pays: boolean): readonly Problem[] {
  const rule = 'TERM-21';
  if (curve.points.length === 0)
    return [{ rule, path: `${path}.points`, message: 'A curve needs at least one point.' }];
  const problems: Problem[] = curve.points.flatMap((point, i) =>
    (['atPercent', 'valuePercent'] as const).flatMap((field) =>
      figureFaults(point[field], {
        rule,
        path: `${path}.points[${i}].${field}`,
        what: 'percent',
        from: 'zero',
      }),
    ),
  );
  const bounds = curve.points.map((point) => point.atPercent);
  problems.push(...risingFaults(bounds, rule, (i) => `${path}.points[${i}].atPercent`));
  const first = curve.points[0]!;
  if (pays && isZero(first.atPercent) && isDecimal(first.valuePercent) && !isZero(first.valuePercent)) {
    const message = `At 0% the curve would pay ${first.valuePercent}% of target. Start with a value of 0, or with a point above 0%.`;
    problems.push({ rule, path: `${path}.points[0].valuePercent`, message });
  }
  if (curve.beyond === 'continue' && (curve.shape === 'stepped' || curve.points.length === 1)) {
    const message = `A ${curve.shape === 'stepped' ? 'stepped curve' : 'single point'} has no slope to continue. Use "hold".`;
    problems.push({ rule, path: `${path}.beyond`, message });
  }
  return problems;
}

/** Whether a text is the number zero. */
export function isZero(text: string): boolean {
  return isDecimal(text) && decimal(text).eq(0);
}
