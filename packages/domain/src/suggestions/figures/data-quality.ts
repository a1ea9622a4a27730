import { decimal, HUNDRED, ONE, plain, ZERO } from '../../base/decimal.ts';

/** What the records of a plan are judged by (SGR-12). Shares are decimal texts from 0 to 1. */
export interface RecordFacts {
  /** Periods of payees with quota, target and rates ÷ all. */
  readonly completeness: string;
  /** Whole days since the newest import; null: nothing was imported. */
  readonly daysSinceImport: number | null;
  /** Rows of the last imports without a problem ÷ rows. */
  readonly validity: string;
}

const FRESH_DAYS = 7;
const STALE_DAYS = 60;

/** 100 × (0.4 completeness + 0.3 freshness + 0.3 validity), half up. */
export function dataQuality({ completeness, daysSinceImport, validity }: RecordFacts): number {
  const quality = decimal(completeness)
    .times('0.4')
    .plus(freshness(daysSinceImport).times('0.3'))
    .plus(decimal(validity).times('0.3'));
  return Number(plain(quality.times(HUNDRED).round(0, 1)));
}

/** 1 up to 7 days after the newest import, falling evenly to 0 at 60. */
function freshness(days: number | null) {
  if (days === null || days >= STALE_DAYS) return ZERO;
  if (days <= FRESH_DAYS) return ONE;
  return decimal(String(STALE_DAYS - days)).div(String(STALE_DAYS - FRESH_DAYS));
}
