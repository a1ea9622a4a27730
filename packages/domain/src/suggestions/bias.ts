/** Votes, and how many of them are thumbs down. */
export interface Votes {
  readonly votes: number;
  readonly rejected: number;
}

export const biasPatterns = ['High Rejection Rate', 'Declining Trust'] as const;

/** A pattern in the votes of a workspace that its users should know about. */
export interface BiasPattern {
  readonly type: (typeof biasPatterns)[number];
  /** 0 to 1. */
  readonly rate: number;
  readonly votes: number;
  /** Percent, 1 decimal. */
  readonly confidence: number;
}

/** Fewer votes say nothing. */
const MIN_VOTES = 10;
const MIN_RECENT_VOTES = 6;
const HIGH_REJECTION = 0.4;
const DECLINING_TRUST = 0.6;

/** Days that count as recent. */
export const RECENT_DAYS = 7;

/** The patterns in the votes of a workspace, all and of the last seven days (SGR-43). */
export function findBias({ all, recent }: { readonly all: Votes; readonly recent: Votes }): BiasPattern[] {
  if (all.votes < MIN_VOTES) return [];
  const patterns: BiasPattern[] = [];
  const rate = all.rejected / all.votes;
  if (rate > HIGH_REJECTION)
    patterns.push({
      type: 'High Rejection Rate',
      rate,
      votes: all.votes,
      confidence: capped(95, rate * 200),
    });
  if (recent.votes < MIN_RECENT_VOTES) return patterns;
  const recentRate = recent.rejected / recent.votes;
  // Degenerate as stated: above a rate of 0.6 it is always 90.
  if (recentRate > DECLINING_TRUST)
    patterns.push({
      type: 'Declining Trust',
      rate: recentRate,
      votes: recent.votes,
      confidence: capped(90, recentRate * 150),
    });
  return patterns;
}

const capped = (limit: number, value: number) => Math.round(Math.min(limit, value) * 10) / 10;

/** Of the two-sided 95 % interval. */
const Z = 1.959964;

/** Wilson's 95 % interval of a rate; null without votes. */
export function wilsonInterval({
  votes,
  rejected,
}: Votes): { readonly low: number; readonly high: number } | null {
  if (votes === 0) return null;
  const rate = rejected / votes;
  const spread =
    (Z * Math.sqrt((rate * (1 - rate)) / votes + (Z * Z) / (4 * votes * votes))) / (1 + (Z * Z) / votes);
  const middle = (rate + (Z * Z) / (2 * votes)) / (1 + (Z * Z) / votes);
  return { low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) };
}
