/** What a canary’s outcomes say of one yes-or-no metric so far (REL-7). */
export interface Evidence {
  /** Logarithm of the e-value against “the canary fails no more often than the stable version”. */
  readonly logE: number;
  /** Outcomes of the canary, and how many of them are bad. */
  readonly canary: number;
  readonly canaryBad: number;
  readonly stable: number;
  readonly stableBad: number;
}

/** Outcomes of the stable version before the canary: where the running estimate of its rate begins. */
export interface Prior {
  readonly outcomes: number;
  readonly bad: number;
}

export const noEvidence: Evidence = { logE: 0, canary: 0, canaryBad: 0, stable: 0, stableBad: 0 };

/** Stable outcomes of a block, beside one of the canary. */
export const BLOCK = 9;
/** Four metrics share one percent. */
export const ALPHA = 0.0025;
const LIMIT = Math.log(1 / ALPHA);
/** Points by which a promoted canary may be worse at most, at 95 %. */
export const MARGIN = 0.02;
/** Outcomes of the canary at which it may be promoted. */
export const LOOKS = [100, 200, 400, 700, 1_000] as const;
export const MAX_OUTCOMES = 1_000;

/**
 * The evidence after one more block: an outcome of the canary, and how many of nine stable ones are bad. The safe test for two
 * proportions (Turner, Ly and Grünwald 2024): the estimates come from earlier blocks only, so the e-value holds at every look.
 */
export function withBlock(
  before: Evidence,
  prior: Prior,
  block: { canaryBad: boolean; stableBad: number },
): Evidence {
  const { log, max } = Math;
  const stableRate = (before.stableBad + prior.bad + 0.5) / (before.stable + prior.outcomes + 1);
  const learned = (before.canaryBad + 0.5 + 2 * stableRate) / (before.canary + 3);
  const canaryRate = max(learned, stableRate + 0.005);
  const rate = (canaryRate + BLOCK * stableRate) / (BLOCK + 1);
  const ofCanary = log(block.canaryBad ? canaryRate / rate : (1 - canaryRate) / (1 - rate));
  const bad = block.stableBad;
  const ofStable = bad * log(stableRate / rate) + (BLOCK - bad) * log((1 - stableRate) / (1 - rate));
  return {
    logE: before.logE + ofCanary + ofStable,
    canary: before.canary + 1,
    canaryBad: before.canaryBad + (block.canaryBad ? 1 : 0),
    stable: before.stable + BLOCK,
    stableBad: before.stableBad + bad,
  };
}

export const verdicts = ['roll-back', 'promote', 'inconclusive', 'go-on'] as const;
export type Verdict = (typeof verdicts)[number];

/** The metrics of a version, each a yes or no of one run. */
export const metrics = ['failed', 'slow', 'expensive', 'unsure'] as const;

/** What the evidence of all metrics together says after a block (REL-7). */
export function verdictOf(all: readonly Evidence[]): Verdict {
  if (all.some(({ logE }) => logE >= LIMIT)) return 'roll-back';
  const outcomes = Math.min(...all.map(({ canary }) => canary));
  const isLook = (LOOKS as readonly number[]).includes(outcomes);
  if (isLook && all.every((one) => worseByAtMost(one) <= MARGIN)) return 'promote';
  return outcomes >= MAX_OUTCOMES ? 'inconclusive' : 'go-on';
}

const Z95 = 1.6448536269514722;

/** Newcombe’s one-sided 95 % bound of how much worse the canary is, as a difference of rates. */
export function worseByAtMost({ canary, canaryBad, stable, stableBad }: Evidence): number {
  if (canary === 0 || stable === 0) return 1;
  const [c, s] = [canaryBad / canary, stableBad / stable];
  const upper = wilson(c, canary).upper - c;
  const lower = s - wilson(s, stable).lower;
  return c - s + Math.sqrt(upper ** 2 + lower ** 2);
}

function wilson(rate: number, n: number): { lower: number; upper: number } {
  const z2 = Z95 ** 2;
  const middle = (rate + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z95 / (1 + z2 / n)) * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n));
  return { lower: middle - half, upper: middle + half };
}

/** One outcome as the metrics see it. */
export interface Outcome {
  readonly isCanary: boolean;
  /** By metric: whether it is bad. */
  readonly bad: readonly boolean[];
}

/** What all outcomes say, in the order of their end: the earliest verdict, and the evidence of each metric at it. */
export function judgeOutcomes(
  outcomes: readonly Outcome[],
  priors: readonly Prior[],
): { readonly verdict: Verdict; readonly evidence: readonly Evidence[] } {
  const canary = outcomes.filter(({ isCanary }) => isCanary);
  const stable = outcomes.filter(({ isCanary }) => !isCanary);
  const blocks = Math.min(canary.length, Math.floor(stable.length / BLOCK), MAX_OUTCOMES);
  let evidence: readonly Evidence[] = priors.map(() => noEvidence);
  for (let at = 0; at < blocks; at += 1) {
    const beside = stable.slice(at * BLOCK, (at + 1) * BLOCK);
    evidence = evidence.map((before, metric) =>
      withBlock(before, priors[metric] ?? { outcomes: 0, bad: 0 }, {
        canaryBad: canary[at]?.bad[metric] === true,
        stableBad: beside.filter(({ bad }) => bad[metric]).length,
      }),
    );
    const verdict = verdictOf(evidence);
    if (verdict !== 'go-on') return { verdict, evidence };
  }
  return { verdict: 'go-on', evidence };
}

/** Outcomes of the canary after which a rise of the rate is found, on average; null: it can’t be found. */
export function expectedDetection(stableRate: number, canaryRate: number): number | null {
  const { log } = Math;
  const s = Math.min(Math.max(stableRate, 0.001), 0.999);
  const c = Math.min(Math.max(canaryRate, 0.001), 0.999);
  if (c <= s) return null;
  const mixed = (c + BLOCK * s) / (BLOCK + 1);
  const gain = (rate: number) => rate * log(rate / mixed) + (1 - rate) * log((1 - rate) / (1 - mixed));
  const blocks = Math.ceil(LIMIT / (gain(c) + BLOCK * gain(s)));
  return blocks > MAX_OUTCOMES ? null : blocks;
}
