import type { ImpactType } from './claim.ts';

/** The impact of a suggestion that no analyser made: its amount, if it names one. `money` is the unsigned amount in words. */
export function impactOf(
  savings: string | null,
  money: string | null,
): { readonly impact: string; readonly impactType: ImpactType } {
  if (savings === null || money === null) return { impact: 'No figure', impactType: 'other' };
  if (/^-?0*\.?0*$/.test(savings)) return { impact: 'No change in cost', impactType: 'neutral' };
  return savings.startsWith('-')
    ? { impact: `Costs ${money} more`, impactType: 'negative' }
    : { impact: `Saves ${money}`, impactType: 'positive' };
}

/** The impact in the words of each persona: a rep’s own pay, a manager’s team, figures for finance. */
export function toneOf(of: {
  readonly title: string;
  readonly impact: string;
  readonly losers: { readonly losers: number; readonly payees: number } | null;
  readonly riskScore: number | null;
  readonly confidence: number | null;
  /** What a decision would change; null: nothing, it only says what was found. */
  readonly changes: 'plan' | 'records' | null;
}): { readonly Rep: string; readonly Manager: string; readonly Finance: string } {
  const { title, impact, losers, riskScore, confidence, changes } = of;
  const found = `${impact.replace(/\.$/, '')}.`;
  const unknown = changes === 'plan' ? 'Effect on the team not computed.' : found;
  const team =
    losers === null ? unknown : `${losers.losers} of ${losers.payees} people would earn more than 1% less.`;
  const figures = [
    found,
    riskScore === null ? '' : `Risk ${riskScore} of 100.`,
    confidence === null ? '' : `Confidence ${confidence}%.`,
  ];
  return {
    Rep: `${title}. ${changes === null ? found : `Your pay changes only when the ${changes === 'plan' ? 'plan is activated' : 'records change'}.`}`,
    Manager: `${title}. ${team}`,
    Finance: figures.filter((one) => one !== '').join(' '),
  };
}
