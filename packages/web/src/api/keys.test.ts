import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { agentKey, agentListKey, changedByAgents, keys } from './keys.ts';

test('[API-10] [API-11] a saved agent invalidates every list of agents and the agent, and nothing else', async () => {
  const cache = new QueryClient();
  const list = agentListKey({ active: 'yes' });
  const one = agentKey('payout-validator');
  const beside = keys.workflows;
  for (const key of [list, one, beside]) cache.setQueryData<unknown>(key, {});
  for (const queryKey of changedByAgents) await cache.invalidateQueries({ queryKey });
  const isOld = (key: readonly unknown[]) => cache.getQueryState([...key])?.isInvalidated;
  expect([list, one, beside].map(isOld)).toEqual([true, true, false]);
  expect(one.join('/')).toBe('/api/agents/payout-validator');
  expect(list.join('/')).toMatch(/^\/api\/agents\/list/);
});
