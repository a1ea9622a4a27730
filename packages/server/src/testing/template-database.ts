import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../db/migrate.ts';
import { jobKinds } from '../db/schema/jobs.ts';
import { openJobs } from '../jobs/queue.ts';

/** Makes a database with all tables and queues and no rows of a workspace: databases of tests are copied from it. */
export async function makeTemplate(serverUrl: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `attain_template_${process.pid}`;
  const drop = async () => {
    await runOn(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runOn(serverUrl, `DROP ROLE IF EXISTS ${name}_app`);
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
  return { name, drop };
}

/** Runs one statement on a connection of its own. */
export async function runOn(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
