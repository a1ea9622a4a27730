import { pino } from 'pino';
import { systemClock } from '../../base/clock.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { createWorker } from '../../worker.ts';
import { workflowActivities } from '../../workflow-activities.ts';
import { attacker, driveRun } from './sample-runs.fixture.ts';

// A process of its own that carries one run to its end; ATTAIN_FAILPOINT says where it dies on the way.
const [ownerUrl = '', tenantId = '', userId = '', workflowId = '', key = ''] = process.argv.slice(2);
const settings = readSettings(process.env);
const { ctx } = await createWorker({
  ownerUrl,
  settings,
  clock: systemClock,
  appVersion: 'test',
  keys: loadKeys(settings.dataDir, {}),
  log: pino({ level: 'silent' }),
});
ctx.runs.start(workflowActivities(ctx), []);
await driveRun(ctx, attacker(tenantId, userId), { workflowId, key });
await ctx.runs.stop();
await ctx.db.close();
