import { describe, expect, test } from 'vitest';
import { type ComparedLine, compareParallel, type ParallelPay } from './parallel-run.ts';

const line = (participantId: string, componentId: string, amount: string, more = {}): ComparedLine => ({
  runId: 'run',
  planId: 'field',
  planName: 'Field sales',
  participantId,
  componentId,
  componentName: `The ${componentId}`,
  currency: 'USD',
  amount,
  ...more,
});
const row = (participantId: string, amount: string, more: Partial<ParallelPay> = {}): ParallelPay => ({
  participantId,
  plan: '',
  component: '',
  amount,
  currency: null,
  ...more,
});
const states = (stated: ParallelPay[], lines: ComparedLine[]) =>
  compareParallel(stated, lines).map(({ participantId, componentName, state, difference }) => [
    participantId,
    componentName,
    state,
    difference,
  ]);

describe('a parallel run', () => {
  test('[CLOSE-9] a row without component is compared with the whole pay of its payee', () => {
    const lines = [line('ann', 'acv', '100.10'), line('ann', 'mbo', '20.20'), line('bob', 'acv', '7')];
    expect(states([row('ann', '120.30'), row('bob', '6.50')], lines)).toEqual([
      ['bob', null, 'different', '0.5'],
      ['ann', null, 'equal', '0'],
    ]);
  });

  test('[CLOSE-9] a component is found by ID or name, and is not counted again in the row of its payee', () => {
    const lines = [line('ann', 'acv', '100'), line('ann', 'mbo', '20'), line('ann', 'spiff', '5')];
    const stated = [row('ann', '25'), row('ann', '90', { component: ' the ACV' })];
    expect(states(stated, lines)).toEqual([
      ['ann', 'The acv', 'different', '10'],
      ['ann', null, 'equal', '0'],
    ]);
  });

  test('[CLOSE-10] one cent is rounding, two cents are a difference, zero without a line is equal', () => {
    const lines = [line('ann', 'acv', '1.01'), line('bob', 'acv', '0.98')];
    expect(states([row('ann', '1.00'), row('bob', '1.00'), row('cyd', '0')], lines)).toEqual([
      ['bob', null, 'different', '-0.02'],
      ['ann', null, 'rounding', '0.01'],
      ['cyd', null, 'equal', '0'],
    ]);
  });

  test('[CLOSE-11] pay on one side only is listed, within the plans and currencies of the file', () => {
    const lines = [
      line('bob', 'acv', '30'),
      line('bob', 'mbo', '0'),
      line('dan', 'acv', '40', { planName: 'Other plan' }),
      line('eve', 'acv', '50', { currency: 'EUR' }),
    ];
    const stated = [row('ann', '10', { plan: 'field SALES', currency: 'USD' })];
    expect(states(stated, lines)).toEqual([
      ['bob', 'The acv', 'not-stated', '30'],
      ['ann', null, 'not-calculated', '-10'],
    ]);
  });

  test('[CLOSE-11] a currency that the file does not state is left out for a plan that it states', () => {
    const lines = [line('ann', 'acv', '1'), line('bob', 'acv', '2', { currency: 'EUR' })];
    const stated = [
      row('ann', '1', { currency: 'USD' }),
      row('ann', '0', { plan: 'Other', currency: 'EUR' }),
    ];
    expect(compareParallel(stated, lines).map(({ state }) => state)).toEqual(['equal', 'equal']);
  });

  test('[CLOSE-9] the plan keeps equal names of components apart', () => {
    const lines = [line('ann', 'acv', '1'), line('ann', 'acv', '2', { planName: 'Overlay' })];
    const stated = [
      row('ann', '2', { plan: 'Overlay', component: 'acv' }),
      row('ann', '1', { plan: 'Field sales', component: 'acv' }),
    ];
    expect(states(stated, lines).map(([, , state]) => state)).toEqual(['equal', 'equal']);
    expect(compareParallel(stated, lines)[0]).toMatchObject({
      planName: 'Field sales',
      stated: '1',
      calculated: '1',
    });
  });
});
