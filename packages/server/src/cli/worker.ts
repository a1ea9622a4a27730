import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import { appVersion } from '../base/app-version.ts';
import { systemClock } from '../base/clock.ts';
import { loadKeys } from '../base/keys.ts';
import { readSettings } from '../base/settings.ts';
import { isMigrated } from '../db/migrate.ts';
import { readSharedSettings } from '../db/shared-settings.ts';
import { createWorker, type Worker } from '../worker.ts';
import { type Command, exitCodes, log, print, UsageError } from './command.ts';
import { dataDirOption, withOwnerDatabase } from './owner-database.ts';

const drainMs = 30_000;
/** How often the settings of the serving processes are read again. */
const adoptMs = 5_000;

/** `attain worker`: processes runs and background jobs beside the servers, until it is stopped. */
export const worker: Command = {
  name: 'worker',
  options: {
    'data-dir': dataDirOption,
    'health-port': {
      value: 'port',
      description: 'Answer GET /readyz on 127.0.0.1 at this port: 200 while it is ready',
    },
  },
  notes: `
Start one or more, on one or more machines, with the DATABASE_URL and ATTAIN_SECRET of the serving processes and the same
data folder (uploaded files are in it). Which hosts, databases and mail servers workflows may reach is read from the
serving processes (their ATTAIN_ALLOWED_HOSTS, ATTAIN_ALLOWED_DATABASES, ATTAIN_ALLOWED_MAIL_SERVERS,
ATTAIN_SQLITE_DIR and ATTAIN_DROP_FOLDER, which are the same paths here); the worker's own values count only until one of them has started. When a worker dies, another process takes over within about 20 seconds. One line on stdout says when it works, and one when it has stopped.
SIGTERM or Ctrl-C lets it finish what it can and leaves the rest to the others.`,
  run: (given) =>
    withOwnerDatabase(given, async ({ ownerUrl }) => {
      const dataDir = given['data-dir'];
      const settings = readSettings({ ...process.env, ...(dataDir ? { ATTAIN_DATA_DIR: dataDir } : {}) });
      const healthPort = portOf(given['health-port']);
      const level = settings.logLevel === 'info' ? 'warn' : settings.logLevel;
      const stopping = untilStopped();
      const worker = await createWorker({
        ownerUrl,
        settings,
        keys: loadKeys(settings.dataDir, process.env),
        clock: systemClock,
        log: pino({ level }, process.stderr),
        appVersion,
      });
      const { owner } = worker.ctx.db;
      const adopt = async () => {
        Object.assign(settings, await readSharedSettings(owner));
        await worker.ctx.days.load();
      };
      await adopt();
      await worker.start();
      const adopting = setInterval(
        () =>
          void adopt().catch((error: unknown) => worker.ctx.log.warn({ err: error }, 'settings not read')),
        adoptMs,
      );
      const health = healthPort === null ? null : await answerHealth(worker, healthPort);
      await print(`Attain worker ${process.pid} is running\n`);
      await stopping;
      clearInterval(adopting);
      setTimeout(() => process.exit(exitCodes.failed), drainMs).unref();
      health?.close();
      await worker.close();
      await print(`Attain worker ${process.pid} has stopped\n`);
      return exitCodes.done;
    }),
};

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new UsageError(`--health-port is "${text}"; it must be a whole number from 0 to 65535.`);
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** Health check for process supervisors; serves nothing else. */
async function answerHealth({ ctx }: Worker, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const asked = request.method === 'GET' && request.url === '/readyz';
    const ready = asked && (await isMigrated(ctx.db.owner).catch(() => false));
    response.writeHead(ready ? 200 : asked ? 503 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: ready ? 'ok' : 'not ready' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  log(`health: http://127.0.0.1:${(server.address() as { port: number }).port}/readyz`);
  return server;
}
