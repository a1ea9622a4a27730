import { pino } from 'pino';
import { appVersion } from './base/app-version.ts';
import { systemClock } from './base/clock.ts';
import { loadKeys } from './base/keys.ts';
import { readSettings, type Settings } from './base/settings.ts';
import { startEmbedded } from './db/embedded/start-embedded.ts';
import { mountSpa } from './http/spa-routes.ts';
import { deploySampleAgents } from './sample/deploy-sample-agents.ts';
import type { SampleLogin } from './sample/load-sample.ts';
import { payYear } from './sample/pay-year.ts';
import { runSampleAgents } from './sample/run-sample-agents.ts';
import { ensureSample } from './sample/sample-accounts.ts';
import { backUpBeforeUpgrade } from './slices/backups/back-up-before-upgrade.ts';
import { secretMarkOf } from './slices/backups/backup-format.ts';
import { setupCode } from './slices/people/setup-workspace.ts';
import { type Attain, startServer } from './start-server.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** Load settings → connect → build context → listen → graceful shutdown. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  mustBeSafeToOpen(settings);
  const log = pino(
    {
      level: settings.logLevel === 'info' ? 'warn' : settings.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
    },
    process.stderr,
  );
  const message = (line: string) => console.log(line);
  const embedded = settings.databaseUrl
    ? null
    : await startEmbedded({ dataDir: settings.dataDir, log: message });
  const ownerUrl = settings.databaseUrl ?? embedded?.ownerUrl ?? '';
  let attain: Attain | undefined;
  const stop = stopOnce(async () => {
    await attain?.close();
    await embedded?.stop();
  });
  try {
    attain = await startServer({
      ownerUrl,
      settings,
      keys: loadKeys(settings.dataDir, process.env),
      clock: systemClock,
      log,
      appVersion,
      migration: {
        beforeUpgrade: async () => {
          const { dataDir } = settings;
          const secretMark = secretMarkOf(dataDir, process.env);
          const madeAt = systemClock.now();
          await backUpBeforeUpgrade({ ownerUrl, dataDir, secretMark, appVersion, madeAt, report: message });
        },
      },
    });
    await mountSpa(attain.app);
    const logins = settings.environment === 'sample' ? await ensureSample(attain.ctx, message) : [];
    const url = await attain.app.listen({ port: settings.port, host: settings.host });
    greet(url, logins, await setupCode(attain.ctx));
    if (logins.length > 0) {
      runSampleAgents(attain.ctx).catch((error: unknown) => log.error({ err: error }, 'runs of the sample'));
      payYear(attain.ctx).catch((error: unknown) => log.error({ err: error }, 'payments of the sample'));
      deploySampleAgents(attain.ctx).catch((error: unknown) =>
        log.error({ err: error }, 'deployments of the sample'),
      );
    }
    // `npm start` waits for this to open the browser
    process.send?.({ ready: url });
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

function greet(url: string, logins: readonly SampleLogin[], code: string | null): void {
  const lines = ['', `Attain is at ${url}`, ''];
  const width = Math.max(...logins.map((login) => login.username.length), 0);
  for (const workspace of new Set(logins.map((login) => login.workspace))) {
    lines.push(`  ${workspace}`);
    for (const login of logins)
      if (login.workspace === workspace)
        lines.push(`    ${login.username.padEnd(width)}  ${login.password}  ${login.role}`);
  }
  if (code)
    lines.push(
      '  There is no workspace yet. Open the address above within 15 minutes and enter this setup code:',
      `    ${code}`,
    );
  console.log(lines.join('\n'));
}

/** Passwords and pay must not leave this machine unencrypted unless configured. */
function mustBeSafeToOpen(settings: Settings): void {
  if (loopback.includes(settings.host) || settings.trustProxy || settings.allowInsecureHttp) return;
  throw new Error(
    `HOST=${settings.host} would serve sign-in over plain HTTP to the network. Put a TLS proxy in front and set TRUST_PROXY, or set ALLOW_INSECURE_HTTP=1 on a closed network.`,
  );
}

/** The first signal drains; a second one, or 30 s, ends the process at once. Saved changes are not lost either way. */
function stopOnce(close: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= close();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      setTimeout(() => process.exit(1), 30_000).unref();
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
  return stop;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
