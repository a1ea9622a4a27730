import { settled } from '../../testing/settled.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** A golden case that holds for every plan that pays nothing for nothing. */
export const emptyTest = { name: 'Nothing for nothing', period: '2024-Q1', expect: { total: '0.00' } };

/** Gives a workspace two plan tests and two replays of its plan against itself, and says the ids of one of each. */
export async function fillSimulations({
  admin,
  planId,
}: Pick<PaidWorkspace, 'admin' | 'planId'>): Promise<{ testId: string; simulationId: string }> {
  const tests: string[] = [];
  const simulations: string[] = [];
  for (const name of ['First', 'Second']) {
    const made = await admin.post(`/api/plans/${planId}/tests`, { test: { ...emptyTest, name } });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    tests.push(made.body.id);
    const ordered = await admin.post('/api/simulations', { kind: 'replay', planId, span: '2024-Q1' });
    if (ordered.status !== 202) throw new Error(JSON.stringify(ordered.body));
    await settled(admin, `/api/simulations/${ordered.body.id}`, ['completed']);
    simulations.push(ordered.body.id);
  }
  return { testId: tests[0] ?? '', simulationId: simulations[0] ?? '' };
}
