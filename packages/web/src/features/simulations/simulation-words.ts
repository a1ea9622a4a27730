import type { Simulation } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** What each kind of simulation is called, and what it answers. */
export const kindWords: Readonly<Record<Simulation['kind'], { name: string; say: string }>> = {
  replay: { name: 'Replay', say: 'What the plan would have paid everybody in the months that are over.' },
  'monte-carlo': {
    name: 'Monte Carlo',
    say: 'What it could pay: the same months drawn again and again, with a distribution in place of one figure.',
  },
  lint: {
    name: 'Findings',
    say: 'What should be known before the plan is approved, with the money at stake.',
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

/** What a completed simulation came to, in one line. */
export function outcomeText({ replay, monteCarlo, lint }: Simulation): string {
  if (replay) {
    return replay.changePercent === null
      ? `Projected impact: ${formatMoney(replay.change, { currency: replay.currency, signed: true })}; the baseline paid nothing`
      : `Projected impact on pay: ${impactText(replay.changePercent)}`;
  }
  if (monteCarlo) {
    const { projectedSavings, currency, confidence } = monteCarlo;
    return `Projected savings: ${formatMoney(projectedSavings, { currency })}. Confidence: ${confidence}%`;
  }
  const count = lint?.findings.length ?? 0;
  return counted(count, 'finding');
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
