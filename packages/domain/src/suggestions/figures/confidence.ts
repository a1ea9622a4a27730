import { type Decimal, decimal, HUNDRED, ONE, plain, sum, ZERO } from '../../base/decimal.ts';
import { ratio, roundRatio } from '../../base/ratio.ts';
import type { ConfidenceStep, OverlayResult } from '../claim.ts';

/** What the records cover (SGR-8). */
export interface Coverage {
  /** Calendar months of the span that have deals. */
  readonly months: number;
  /** Payees both plans can pay, and all payees. */
  readonly payable: number;
  readonly payees: number;
  /** Rows of the last imports without a problem, and all rows. */
  readonly validRows: number;
  readonly rows: number;
}

/** Step 1: 100 × months ÷ 12 × payable payees ÷ payees × valid rows ÷ rows. */
export function dataCoverage(coverage: Coverage): ConfidenceStep {
  const { months, payable, payees, validRows, rows } = coverage;
  const parts = [share(Math.min(months, 12), 12), share(payable, payees), share(validRows, rows)] as const;
  const percent = wholePercent(parts[0].times(parts[1]).times(parts[2]));
  return {
    key: 'data-coverage',
    title: 'Data coverage',
    percent,
    formula: `${Math.min(months, 12)} of 12 months × ${payable} of ${payees} payees × ${validRows} of ${rows} rows`,
    facts: [
      { label: 'Months with deals', value: `${months}` },
      { label: 'Payees both plans can pay', value: `${payable} of ${payees}` },
      { label: 'Rows without a problem', value: `${validRows} of ${rows}` },
    ],
  };
}

/** Step 2: the share of resamples of payees in which the analyser proposes the same. */
export function ruleMatch(same: number, resamples: number): ConfidenceStep {
  return {
    key: 'rule-match',
    title: 'Rule match',
    percent: wholePercent(share(same, resamples)),
    formula: `${same} of ${resamples} resamples give the same suggestion`,
    facts: [{ label: 'Resamples with the same suggestion', value: `${same} of ${resamples}` }],
  };
}

const MIN_PERIODS = 4;

/** A backtest needs four periods, or as many folds of payees. */
export function backtest(
  periods: readonly { readonly label: string; readonly savings: Decimal }[],
  folds: readonly Decimal[],
): ConfidenceStep {
  const byPeriod = periods.length >= MIN_PERIODS;
  const savings = byPeriod ? periods.map((one) => one.savings) : folds;
  const { missed, size } = backtestError(savings);
  const percent = size.lte(ZERO) ? null : wholePercent(ONE.minus(missed.div(size)));
  return {
    key: 'backtest',
    title: 'Backtest',
    percent,
    formula: `1 − ${plain(missed.round(2))} ÷ ${plain(size.round(2))}`,
    facts: byPeriod
      ? periods.map(({ label, savings: one }) => ({ label, value: plain(one) }))
      : folds.map((one, i) => ({ label: `Group ${i + 1} of the payees`, value: plain(one) })),
  };
}

/** Σ |s − ŝ| and Σ (|s| + |ŝ|), with ŝ the mean of the values before; the first value has none before it. */
function backtestError(savings: readonly Decimal[]): { missed: Decimal; size: Decimal } {
  let [missed, size, before] = [ZERO, ZERO, ZERO];
  for (const [i, one] of savings.entries()) {
    if (i > 0) {
      const expected = before.div(String(i));
      missed = missed.plus(one.minus(expected).abs());
      size = size.plus(one.abs()).plus(expected.abs());
    }
    before = before.plus(one);
  }
  return { missed, size };
}

/** Step 4: 100 × (OK + ½ Warning) ÷ overlays; 0 with any violation, not applicable without overlays. */
export function policyCheck(overlays: readonly Pick<OverlayResult, 'status' | 'name'>[]): ConfidenceStep {
  const count = (status: OverlayResult['status']) => overlays.filter((one) => one.status === status).length;
  const [good, warned, violated] = [count('OK'), count('Warning'), count('Violation')];
  const points = violated > 0 ? 0 : 2 * good + warned;
  return {
    key: 'policy-check',
    title: 'Policy check',
    percent: overlays.length === 0 ? null : wholePercent(share(points, 2 * overlays.length)),
    formula:
      violated > 0
        ? `${violated} violations`
        : `(${good} OK + ½ × ${warned} warnings) ÷ ${overlays.length} policies`,
    facts: overlays.map(({ name, status }) => ({ label: name, value: status })),
  };
}

/** The geometric mean of the steps that apply, half up (SGR-9); 0 where none applies. */
export function confidenceOf(steps: readonly Pick<ConfidenceStep, 'percent'>[]): number {
  const percents = steps.flatMap(({ percent }) => (percent === null ? [] : [BigInt(percent)]));
  if (percents.length === 0) return 0;
  const power = BigInt(percents.length);
  // compared in halves, so that nothing is rounded on the way
  const doubled = percents.reduce((all, one) => all * 2n * one, 1n);
  let confidence = 0n;
  while (confidence < 100n && (2n * confidence + 1n) ** power <= doubled) confidence += 1n;
  return Number(confidence);
}

/** A whole as a share of nothing is complete. */
function share(part: number, whole: number): Decimal {
  return whole === 0 ? ONE : decimal(String(part)).div(String(whole));
}

function wholePercent(of: Decimal): number {
  const bounded = of.lt(ZERO) ? ZERO : of.gt(ONE) ? ONE : of;
  return Number(plain(roundRatio(ratio(bounded.times(HUNDRED)), 0, 'HALF_UP')));
}

/** Sums what five groups of payees save, by the position of the payee among them. */
export function foldsOf(savings: readonly Decimal[]): readonly Decimal[] {
  return Array.from({ length: FOLDS }, (_, fold) => sum(savings.filter((_, i) => i % FOLDS === fold)));
}

const FOLDS = 5;
