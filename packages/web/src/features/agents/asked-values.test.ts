import { NEW_AGENT } from '@attain/domain/agents/agent';
import { expect, test } from 'vitest';
import { readValues } from '../../ui/fields/asked-value.tsx';
import { askedValues, defaultText, withCleared } from './asked-values.ts';

const parameter = { id: 'p', description: '', defaultValue: null, required: false };
const agent = {
  ...NEW_AGENT,
  parameters: [
    { ...parameter, name: 'plan', type: 'string' as const, description: 'Its name', required: true },
    { ...parameter, name: 'rounds', type: 'number' as const, defaultValue: 5 },
  ],
  defaultParameters: { plan: 'Field' },
};
const stated = ['plan', 'region'].map((name) => ({
  name,
  label: name,
  type: 'text',
  required: false,
  options: [],
}));

test('[GAL-24] a run asks for the parameters of the agent and the other inputs of its workflow', () => {
  const asked = askedValues(agent, stated);
  expect(asked.map(({ name, type }) => [name, type])).toEqual([
    ['plan', 'text'],
    ['rounds', 'figure'],
    ['region', 'text'],
  ]);
  expect(asked[0]?.hint).toBe('Its name');
  expect(asked.map(({ name }) => defaultText(agent, name))).toEqual(['Field', '5', '']);
  expect(askedValues({ ...agent, isCustomizable: false }, stated)).toEqual([]);
});

test('what is typed becomes values of their kind; what cannot be read is said, and nothing is sent', () => {
  const asked = askedValues(agent, stated);
  expect(readValues(asked, { plan: ' North ', rounds: '7', region: '' })).toEqual({
    ok: true,
    values: { plan: 'North', rounds: 7 },
  });
  expect(readValues(asked, { rounds: '7' })).toEqual({ ok: false, message: 'Enter a value for plan.' });
  expect(readValues(asked, { plan: 'x', rounds: 'many' })).toEqual({
    ok: false,
    message: 'rounds must be a number.',
  });
});

test('a cleared value of an instance is sent as null; one that the form does not show stays', () => {
  const asked = askedValues(agent, stated);
  const kept = { plan: 'North', region: 'EMEA', hidden: 'kept' };
  expect(withCleared(asked, kept, { plan: 'South' })).toEqual({ plan: 'South', region: null });
  expect(withCleared(asked, undefined, { plan: 'South' })).toEqual({ plan: 'South' });
});
