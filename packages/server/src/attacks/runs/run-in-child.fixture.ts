import { pino } from 'pino';
import { systemClock } from '../../base/clock.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { openWorks } from '../../open-works.ts';
import { runPerformers } from '../../run-performers.ts';
import { attacker, driveRun } from './sample-runs.fixture.ts';

// A process of its own that carries one run to its end; ATTAIN_FAILPOINT says where it dies on the way.
const [ownerUrl = '', tenantId = '', userId = '', workflowId = '', key = ''] = process.argv.slice(2);
const settings = readSettings(process.env);
const { house } = await openWorks({
  ...{ ownerUrl, settings, clock: systemClock, appVersion: 'test' },
  keys: loadKeys(settings.dataDir, {}),
  log: pino({ level: 'silent' }),
});
house.runs.start(runPerformers(house), []);
await driveRun(house, attacker(tenantId, userId), { workflowId, key });
await house.runs.stop();
await house.db.close();
