/** Analyzers as they are called on screen, by key. */
const names: Readonly<Record<string, string>> = {
  'auto-calc-weights': 'Weights that follow results',
  'add-cap': 'Missing caps',
  'tighten-accelerator': 'Accelerator thresholds',
  'read-on-increment': 'Accelerator reading',
  'smooth-tiers': 'Jumps between tiers',
  'remove-dead': 'Components no one earns',
  'lower-top-tier': 'Unreachable tiers',
  'fix-gate': 'Idle gates',
  decelerate: 'Pay below half of quota',
  'limit-deal': 'Windfall deals',
  'separate-credit': 'Double credit',
  'lock-exchange': 'Currency exposure',
  'settle-year-to-date': 'Deals held back',
  'scale-quotas': 'Quotas too high or low',
  'move-quota': 'Balance of territories',
  'ramp-new-hires': 'Ramps for new hires',
  'review-concentration': 'Two clusters of attainment',
  'bring-under-budget': 'Plans over budget',
  'end-draw': 'Draws not recovered',
  'complete-records': 'Missing records',
  'own-records': 'Missing records, for the payee',
  'next-tier': 'Next tier in reach',
  'uncredited-deal': 'Deals without credit',
};

/** The name of an analyzer; one that was removed keeps its key. */
export function analyzerName(key: string): string {
  return names[key] ?? key;
}
