import type { Simulation } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** What each kind of simulation is called, and what it answers. */
export const kindWords: Readonly<Record<Simulation['kind'], { name: string; message: string }>> = {
  replay: { name: 'Replay', message: 'What the plan would have paid on past deals.' },
  'monte-carlo': {
    name: 'Monte Carlo',
    message: 'The range it could pay, from past months redrawn many times.',
  },
  lint: {
    name: 'Findings',
    message: 'Risks and ambiguous rules, with the money at stake.',
  },
};

/** How a simulation stands. */
export const statusWords: Readonly<Record<Simulation['status'], { name: string; meaning: Meaning }>> = {
  queued: { name: 'Waiting', meaning: 'neutral' },
  running: { name: 'Running', meaning: 'info' },
  completed: { name: 'Completed', meaning: 'ok' },
  cancelled: { name: 'Cancelled', meaning: 'neutral' },
  failed: { name: 'Failed', meaning: 'bad' },
};

/** `+3% (estimated improvement)`: a change of what a plan pays in percent with 1 decimal, as a whole percent in words. */
export function impactText(percent: string): string {
  const whole = Math.round(Number(percent));
  if (whole === 0) return '0% (no significant impact)';
  return whole > 0 ? `+${whole}% (estimated improvement)` : `−${-whole}% (estimated decrease)`;
}

/** What a completed simulation came to, in a few sentences: the impact, the cost change in money, who is excluded. */
export function outcomeText(simulation: Simulation): string {
  const { replay, monteCarlo, lint } = simulation;
  if (replay) {
    const { change, changePercent, currency } = replay;
    const cost = formatMoney(change, { currency, signed: true });
    const impact =
      changePercent === null
        ? `Cost change: ${cost}; the other plan paid nothing.`
        : `Projected impact on pay: ${impactText(changePercent)}. Cost change: ${cost}.`;
    return `${impact}${excludedText(replay)}${sameText(simulation)}`;
  }
  if (monteCarlo) {
    const { projectedSavings, currency, confidence } = monteCarlo;
    return `Projected savings: ${formatMoney(projectedSavings, { currency })}. Confidence: ${confidence}%${excludedText(monteCarlo, '.') || sameText(simulation, '.')}`;
  }
  const count = lint?.findings.length ?? 0;
  return counted(count, 'finding');
}

function sameText({ draft, baseline }: Simulation, stop = ''): string {
  const isSame = baseline !== null && baseline.documentHash === draft.documentHash;
  return isSame ? `${stop} Both sides are the same version.` : '';
}

/** More cost is never good news by its colour. */
export function outcomeMeaning({ replay, monteCarlo }: Simulation): 'ok' | 'info' {
  const excluded = (replay ?? monteCarlo)?.unpaid ?? 0;
  const costsMore = replay ? Number(replay.change) > 0 : Number(monteCarlo?.projectedSavings ?? 0) < 0;
  return costsMore || excluded > 0 ? 'info' : 'ok';
}

function excludedText({ payees, unpaid }: { payees: number; unpaid: number }, stop = ''): string {
  return unpaid === 0
    ? ''
    : `${stop} ${formatCount(unpaid)} of ${counted(payees + unpaid, 'payee')} excluded.`;
}

/** The same in a few words, for a list. */
export function shortOutcomeText(simulation: Simulation): string {
  const { replay, monteCarlo } = simulation;
  if (replay) {
    const { change, currency } = replay;
    return Number(change) === 0
      ? 'Costs the same'
      : `${formatMoney(change, { currency, signed: true })} of cost`;
  }
  if (monteCarlo) {
    const { projectedSavings, currency, confidence } = monteCarlo;
    return `${formatMoney(projectedSavings, { currency })} saved, ${confidence}% sure`;
  }
  return outcomeText(simulation);
}
