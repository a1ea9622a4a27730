export const personas = ['Rep', 'Manager', 'Finance'] as const;
export type Persona = (typeof personas)[number];

/** In the order of the selector. */
export const industries = [
  'Technology',
  'Financial Services',
  'Healthcare',
  'Manufacturing',
  'SaaS',
  'Banking',
  'Insurance',
] as const;
export type Industry = (typeof industries)[number];

/** Words that a persona or an industry names differently. */
export type LabelKey = 'target' | 'earnings' | 'multiplier' | 'limit';

/** What a persona or an industry changes: words and order, never rights. */
export interface Configuration {
  readonly fieldLabels: Readonly<Partial<Record<LabelKey, string>>>;
  readonly complianceBadges: readonly string[];
  /** The order of an explanation. */
  readonly explainabilityFocus: readonly string[];
  readonly tone: string;
}
