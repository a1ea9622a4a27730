/** A tier holds amounts in [from, to); the last one is open (`to: null`). */
export interface Tier {
  readonly from: string;
  readonly to: string | null;
  readonly ratePercent: string;
}
