import type { NamePool } from './names.ts';

/** What a sample company is made from; everything the generators invent follows from this and from `key`. */
export interface Recipe {
  /** Names the random streams: another key makes another company. */
  readonly key: string;
  readonly name: string;
  readonly industry: string;
  /** ISO 4217: the currency the workspace reports in. */
  readonly currency: string;
  readonly region: 'us' | 'eu';
  readonly emailDomain: string;
  readonly idPrefix: string;
  /** Top first: a boss stands before everybody who reports to them. */
  readonly leaders: readonly LeaderRecipe[];
  readonly teams: readonly TeamRecipe[];
  readonly segments: readonly SegmentRecipe[];
  readonly events: Events;
  /** How companies are called in a territory, where the segment's `legalForms` would sound foreign. */
  readonly localForms: Readonly<Record<string, readonly string[]>>;
  /** Sales and returns together. */
  readonly dealCount: number;
  readonly returnCount: number;
}

/** Somebody above the team managers. */
export interface LeaderRecipe {
  readonly key: string;
  readonly title: string;
  /** Key of the leader above; null at the top. */
  readonly boss: string | null;
  readonly pool: NamePool;
  readonly currency: string;
  /** Whole units of the currency for a year. */
  readonly targetVariable: number;
}

/** A manager with reps; every seat is filled once. */
export interface TeamRecipe {
  readonly key: string;
  readonly title: string;
  readonly boss: string;
  readonly segment: string;
  readonly seats: number;
  readonly territories: readonly string[];
  readonly pool: NamePool;
}

/** A kind of selling job: what is sold, how much, how often, and under which plan. */
export interface SegmentRecipe {
  readonly key: string;
  readonly planKey: string;
  /** Currency of quotas, pay and most deals. */
  readonly currency: string;
  /** A second currency in which some customers buy; null when there is none. */
  readonly foreign: { readonly currency: string; readonly perMille: number } | null;
  /** From junior to senior; a rep has one of them. */
  readonly levels: readonly LevelRecipe[];
  /** False: the job is paid on what is credited and has no quota. */
  readonly hasQuota: boolean;
  /** Percent of the year's quota asked for in each quarter, 100 together. */
  readonly quotaPercents: readonly [number, number, number, number];
  /** Percent of the year's sales that come in each quarter, 100 together: later than what was asked for. */
  readonly salesPercents: readonly [number, number, number, number];
  readonly dealsPerYear: number;
  /** Spread of deal sizes: σ of the lognormal in thousandths. */
  readonly sizeSigmaPerMille: number;
  readonly products: readonly ProductRecipe[];
  /** Team members share deals with one another this often. */
  readonly peerSplitPerMille: number;
  /** A specialist of that team joins this often. */
  readonly specialistSplit: { readonly team: string; readonly perMille: number } | null;
  /** Monthly hygiene score and strategic wins; null when not measured. */
  readonly measured: { readonly scorePerMonth: number; readonly winsPerQuarter: readonly number[] } | null;
  readonly customersPerTerritory: number;
  readonly legalForms: readonly string[];
}

export interface LevelRecipe {
  readonly title: string;
  /** Whole units; for jobs without a quota what is usually sold in a year. */
  readonly yearlyBookings: number;
  /** Whole units for a year; null for commission-only jobs. */
  readonly targetVariable: number | null;
  /** Own commission rate; null when the plan sets the rate. */
  readonly commissionRatePercent: string | null;
}

interface ProductRecipe {
  readonly name: string;
  readonly weight: number;
  /** Typical size against the segment's other products, 100 = the same. */
  readonly sizePercent: number;
  /** False: the segment's plan does not pay for it. */
  readonly pays: boolean;
}

/** What happens to people during the year. */
interface Events {
  /** The team's manager works until `lastDay`; a successor starts the day after. */
  readonly handovers: readonly { readonly team: string; readonly lastDay: string }[];
  /** The team reports to another leader from `on`. */
  readonly reorganisations: readonly { readonly team: string; readonly boss: string; readonly on: string }[];
  /** A rep changes team from `on`; another segment means a promotion to another plan. */
  readonly moves: readonly {
    readonly team: string;
    readonly seat: number;
    readonly toTeam: string;
    readonly on: string;
  }[];
  /** Reps who change territory inside their team at mid-year. */
  readonly territoryChanges: number;
  readonly hires: number;
  readonly leavers: number;
}

/** The segment of that key. */
export function segmentOf(recipe: Recipe, key: string): SegmentRecipe {
  const segment = recipe.segments.find((each) => each.key === key);
  if (segment === undefined) throw new Error(`Sample company ${recipe.key} has no segment ${key}.`);
  return segment;
}
