import { setTimeout } from 'node:timers/promises';
import { systemActor } from '../base/actor.ts';
import { systemClock } from '../base/clock.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { write } from './write.ts';

// A process of its own that commits acts on one object until it is killed; ATTAIN_FAILPOINT says where. Names each committed act.
const [ownerUrl = '', tenantId = '', name = ''] = process.argv.slice(2);
const { appUrl } = await migrate(ownerUrl);
const db = openDatabase({ ownerUrl, appUrl }, () => {});
const actor = systemActor(tenantId, tenantId, 'test');
for (let at = 0; at < 200; at += 1) {
  await write({ db, clock: systemClock, appVersion: 'test' }, actor, async (tx) => {
    tx.record({ action: 'thing.changed', object: { type: 'thing', id: name, version: String(at) } });
  });
  process.stdout.write(`${at}\n`);
  await setTimeout(5);
}
await db.close();
