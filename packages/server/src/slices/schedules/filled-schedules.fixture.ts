import { settled } from '../../testing/settled.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Fields that are right for a schedule. */
export const rightSchedule = {
  when: { cron: '0 0 29 2 *', timeZone: 'UTC', missed: 'skip' },
  task: { type: 'cost-export', month: 'current' },
  dependencies: [],
  restorePoint: null,
};

/** Two schedules, one of them with two executions and a file. */
export async function fillSchedules({ admin }: PaidWorkspace, name: string): Promise<{ scheduleId: string }> {
  await admin.post('/api/schedules', { ...rightSchedule, name: `${name} idle` });
  const { body } = await admin.post('/api/schedules', { ...rightSchedule, name });
  for (let executions = 0; executions < 2; executions += 1) {
    await admin.post(`/api/schedules/${body.id}/run`);
    await lastEnded(admin, body.id);
  }
  return { scheduleId: body.id };
}

/** The latest execution of a schedule, once it has ended. */
export async function lastEnded(who: PaidWorkspace['admin'], id: string, wanted = ['completed']) {
  const latest = {
    ...who,
    get: async (path: string) => {
      const answer = await who.get(path, { limit: 1 });
      return { ...answer, body: answer.body.rows[0] };
    },
  };
  return (await settled(latest, `/api/schedules/${id}/executions`, wanted)).body;
}
