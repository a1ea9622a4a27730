import { pino } from 'pino';
import { createContext } from '../../app-context.ts';
import { systemClock } from '../../base/clock.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { openRunEngine } from '../../runs/engine/run-engine.ts';
import { performCommit } from './perform-commit.ts';

// A process of its own that does one commit and no other job, so that a test can kill it in the middle.
const [ownerUrl = '', dataDir = '', tenantId = '', id = ''] = process.argv.slice(2);
const { appUrl } = await migrate(ownerUrl);
const nothing = async () => {};
const db = openDatabase({ ownerUrl, appUrl }, () => {});
const log = pino({ level: 'silent' });
const ctx = createContext({
  db,
  runs: openRunEngine({ db, clock: systemClock, log }),
  clock: systemClock,
  settings: readSettings({ ATTAIN_DATA_DIR: dataDir }),
  keys: loadKeys(dataDir, {}),
  log,
  jobs: { order: nothing, start: nothing, stop: nothing, stopping: new AbortController().signal },
  appVersion: 'test',
});
await performCommit(ctx, { tenantId, id });
await ctx.db.close();
