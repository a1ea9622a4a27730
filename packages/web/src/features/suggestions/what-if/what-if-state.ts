/** A what-if: idle → running → result; a failed run returns to idle with its error. */
export type WhatIfState<Run> = {
  readonly step: 'idle' | 'running' | 'result';
  readonly typed: string;
  readonly run: Run | null;
  readonly error: string | null;
};

export type WhatIfEvent<Run> =
  | { readonly type: 'typed'; readonly value: string }
  | { readonly type: 'run' }
  | { readonly type: 'done'; readonly run: Run }
  | { readonly type: 'failed'; readonly error: string };

export const idleWhatIf = { step: 'idle', typed: '', run: null, error: null } as const;

/** The next state; events that a state does not allow change nothing. */
export function nextWhatIf<Run>(state: WhatIfState<Run>, event: WhatIfEvent<Run>): WhatIfState<Run> {
  const running = state.step === 'running';
  switch (event.type) {
    case 'typed':
      // the result stays until the next run, as the last thing that was computed
      return running ? state : { ...state, typed: event.value, error: null };
    case 'run':
      return running ? state : { ...state, step: 'running', error: null };
    case 'done':
      return running ? { ...state, step: 'result', run: event.run } : state;
    case 'failed':
      return running ? { ...state, step: 'idle', run: null, error: event.error } : state;
  }
}

/** Whether a value can be run: not blank, not the plan's own, and no run under way. */
export function canRun({ step, typed }: Pick<WhatIfState<unknown>, 'step' | 'typed'>, baseline: string) {
  const same = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
  return step !== 'running' && typed.trim() !== '' && same(typed) !== same(baseline);
}

/** The warning's own rule: above 30 on average, and 30 is not above. */
export function isHighRisk(mean: number): boolean {
  return mean > 30;
}

/** The mean risk of runs that have one; null without any. */
export function meanRisk(runs: readonly { readonly riskScore: number | null }[]): number | null {
  const risks = runs.flatMap(({ riskScore }) => (riskScore === null ? [] : [riskScore]));
  return risks.length === 0 ? null : risks.reduce((sum, one) => sum + one, 0) / risks.length;
}
