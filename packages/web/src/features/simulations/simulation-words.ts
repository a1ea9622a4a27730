import type { Simulation } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

/** Name and purpose of each simulation type. */
export const kindWords: Readonly<Record<Simulation['kind'], { name: string; message: string }>> = {
  replay: { name: messages.kinds.replay, message: messages.kinds.replayText },
  'monte-carlo': {
    name: messages.kinds.monteCarlo,
    message: messages.kinds.monteCarloText,
  },
  lint: {
    name: messages.kinds.lint,
    message: messages.kinds.lintText,
  },
};

/** Status names and colors. */
export const statusWords: Readonly<Record<Simulation['status'], { name: string; meaning: Meaning }>> = {
  queued: { name: messages.status.queued, meaning: 'neutral' },
  running: { name: messages.status.running, meaning: 'info' },
  completed: { name: messages.status.completed, meaning: 'ok' },
  cancelled: { name: messages.status.cancelled, meaning: 'neutral' },
  failed: { name: messages.status.failed, meaning: 'bad' },
};

/** A change of pay, given in percent with 1 decimal, rounded to a whole percent: `+3% (estimated improvement)`. */
export function impactText(percent: string): string {
  const whole = Math.round(Number(percent));
  if (whole === 0) return messages.outcome.noImpact;
  return whole > 0 ? messages.outcome.improvement(whole) : messages.outcome.decrease(-whole);
}

/** Result of a completed simulation: impact, cost change and excluded payees. */
export function outcomeText(simulation: Simulation): string {
  const { replay, monteCarlo, lint } = simulation;
  if (replay) {
    const { change, changePercent, currency } = replay;
    const cost = formatMoney(change, { currency, signed: true });
    const impact =
      changePercent === null
        ? messages.outcome.changeOnly(cost)
        : messages.outcome.impact(impactText(changePercent), cost);
    return `${impact}${excludedText(replay)}${sameText(simulation)}`;
  }
  if (monteCarlo) {
    const { projectedSavings, currency, confidence } = monteCarlo;
    return `${messages.outcome.savings(formatMoney(projectedSavings, { currency }), confidence)}${excludedText(monteCarlo, '.') || sameText(simulation, '.')}`;
  }
  const count = lint?.findings.length ?? 0;
  return messages.outcome.findings(count);
}

function sameText({ draft, baseline }: Simulation, stop = ''): string {
  const isSame = baseline !== null && baseline.documentHash === draft.documentHash;
  return isSame ? `${stop} ${messages.outcome.same}` : '';
}

/** Higher cost or excluded payees are never shown as success. */
export function outcomeMeaning({ replay, monteCarlo }: Simulation): 'ok' | 'info' {
  const excluded = (replay ?? monteCarlo)?.unpaid ?? 0;
  const costsMore = replay ? Number(replay.change) > 0 : Number(monteCarlo?.projectedSavings ?? 0) < 0;
  return costsMore || excluded > 0 ? 'info' : 'ok';
}

function excludedText({ payees, unpaid }: { payees: number; unpaid: number }, stop = ''): string {
  return unpaid === 0 ? '' : `${stop} ${messages.outcome.excluded(unpaid, payees + unpaid)}`;
}

/** The result in a few words, for lists. */
export function shortOutcomeText(simulation: Simulation): string {
  const { replay, monteCarlo } = simulation;
  if (replay) {
    const { change, currency } = replay;
    return Number(change) === 0
      ? messages.outcome.sameCost
      : messages.outcome.cost(formatMoney(change, { currency, signed: true }));
  }
  if (monteCarlo) {
    const { projectedSavings, currency, confidence } = monteCarlo;
    return messages.outcome.saved(formatMoney(projectedSavings, { currency }), confidence);
  }
  return outcomeText(simulation);
}
