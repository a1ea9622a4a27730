import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../db/migrate.ts';
import { jobKinds } from '../db/schema/jobs.ts';
import { openJobs } from '../jobs/queue.ts';

/** The login of a database is called like its first 50 characters. */
const LOGIN_PREFIX = 50;

/**
 * Makes a database with all tables and queues and no rows of a workspace: databases of tests are copied from it. `drop`
 * removes it with all its copies. They share its login, so that grants and policies of a copy need no change.
 */
export async function makeTemplate(
  serverUrl: string,
): Promise<{ name: string; login: string; drop: () => Promise<void> }> {
  const name = `attain_template_${process.pid}`.padEnd(LOGIN_PREFIX, '_');
  const login = `${name}_app`;
  const drop = async () => {
    for (const one of [...(await copiesOf(serverUrl, name)), name])
      await runOn(serverUrl, `DROP DATABASE IF EXISTS ${one} WITH (FORCE)`);
    await runOn(serverUrl, `DROP ROLE IF EXISTS ${login}`);
  };
  await drop();
  await runOn(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.toString());
  const jobs = openJobs(url.toString(), pino({ level: 'silent' }));
  await jobs.start(
    jobKinds.map((kind) => ({ kind, perform: async () => undefined })),
    async () => undefined,
  );
  await jobs.stop();
  return { name, login, drop };
}

/** Copies that outlived their test: those that the files of a worker share. */
async function copiesOf(serverUrl: string, name: string): Promise<string[]> {
  const rows = await runOn(
    serverUrl,
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${name}_')`,
  );
  return rows.map(({ datname }) => String(datname));
}

/** Runs one statement on a connection of its own. */
export async function runOn(serverUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
