import { expect, test } from 'vitest';
import { riskMeaning } from '../bands.ts';
import { canRun, idleWhatIf, isHighRisk, meanRisk, nextWhatIf, type WhatIfState } from './what-if-state.ts';

const typed = (value: string): WhatIfState<string> =>
  nextWhatIf<string>(idleWhatIf, { type: 'typed', value });

test('[ASSIST-SIM-04] [ASSIST-SIM-05] [ASSIST-SIM-06] Run is disabled while the value is blank, the plan’s own, or being run', () => {
  expect(
    [typed(''), typed('  '), typed('60/10/30'), typed(' 60 / 10/30 ')].map((one) => canRun(one, '60/10/30')),
  ).toEqual([false, false, false, false]);
  expect(canRun(typed('65/8/27'), '60/10/30')).toBe(true);
  expect(canRun(nextWhatIf(typed('65/8/27'), { type: 'run' }), '60/10/30')).toBe(false);
});

test('[ASSIST-SIM-07] idle, then running, then a result; a failed run is idle again', () => {
  const running = nextWhatIf(typed('2x'), { type: 'run' });
  expect([idleWhatIf.step, running.step]).toEqual(['idle', 'running']);
  for (const event of [{ type: 'run' }, { type: 'typed', value: '3x' }] as const)
    expect(nextWhatIf(running, event)).toBe(running);
  const done = nextWhatIf(running, { type: 'done', run: 'saves' });
  expect(done).toEqual({ step: 'result', typed: '2x', run: 'saves', error: null });
  expect(nextWhatIf(done, { type: 'done', run: 'late' })).toBe(done);
  expect(nextWhatIf(running, { type: 'failed', error: 'No result.' })).toEqual({
    step: 'idle',
    typed: '2x',
    run: null,
    error: 'No result.',
  });
  expect(nextWhatIf(done, { type: 'run' }).step).toBe('running');
});

test('[ASSIST-SIM-17] [CONF-ASSIST-15] the warning begins above a mean of 30, in the color of the risk scale', () => {
  expect([30, 30.1].map(isHighRisk)).toEqual([false, true]);
  expect(meanRisk([{ riskScore: 20 }, { riskScore: null }, { riskScore: 50 }])).toBe(35);
  expect(meanRisk([{ riskScore: null }])).toBeNull();
  expect(isHighRisk(35) && riskMeaning(35)).toBe('warn');
});
