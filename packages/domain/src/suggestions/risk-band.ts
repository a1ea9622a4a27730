/** The band of a risk score, 0 to 100: one scale for colors and policies. */
export function riskBand(score: number): 'low' | 'medium' | 'high' {
  return score < 20 ? 'low' : score < 40 ? 'medium' : 'high';
}
