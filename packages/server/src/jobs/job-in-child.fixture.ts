import { pino } from 'pino';
import { createContext } from '../app-context.ts';
import { systemClock } from '../base/clock.ts';
import { loadKeys } from '../base/keys.ts';
import { readSettings } from '../base/settings.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { jobList } from '../job-list.ts';
import { openRunEngine } from '../runs/engine/run-engine.ts';
import { openPolicies } from '../runs/policies/policy-guard.ts';
import { gatedJob } from './gated-job.fixture.ts';

// A process of its own that performs one job and nothing else, so that a test can kill it in the middle.
const [ownerUrl = '', dataDir = '', kind = '', tenantId = '', id = ''] = process.argv.slice(2);
const { appUrl } = await migrate(ownerUrl);
const nothing = async () => {};
const db = openDatabase({ ownerUrl, appUrl }, () => {});
const log = pino({ level: 'silent' });
const ctx = createContext({
  db,
  runs: openRunEngine({ db, clock: systemClock, log, guardStarts: async () => {} }),
  policies: openPolicies({ db, clock: systemClock, log, askForApproval: nothing }),
  clock: systemClock,
  settings: readSettings({
    ATTAIN_DATA_DIR: dataDir,
    ATTAIN_ALLOWED_DATABASES: process.env.ATTAIN_ALLOWED_DATABASES,
  }),
  keys: loadKeys(dataDir, {}),
  log,
  jobs: { order: nothing, start: nothing, stop: nothing, stopping: new AbortController().signal },
  appVersion: 'test',
});
const job = kind === 'gated' ? gatedJob() : jobList.find((one) => one.kind === kind);
if (job === undefined) throw new Error(`There is no job ${kind}.`);
await job.run(ctx, { tenantId, id });
await ctx.db.close();
