import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@attain/domain/access/permissions';
import type { AuditEntry } from '@attain/domain/proofs/entry';
import { ObjectChains } from '@attain/domain/proofs/object-chains';
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { inject } from 'vitest';
import { type Clock, systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { loadKeys } from '../base/keys.ts';
import { hashPassword } from '../base/password.ts';
import { readSettings } from '../base/settings.ts';
import type { Database } from '../db/database.ts';
import { createWorkspace } from '../slices/people/create-workspace.ts';
import { type Attain, startServer } from '../start-server.ts';
import { type Client, signInClient } from './client.ts';
import { runOn } from './template-database.ts';

const password = 'a long test password';

/** A whole Attain on a database of its own, listening on a free port of this machine. */
export interface TestContext extends Attain {
  readonly url: string;
  /** A workspace of the test's own, with one signed-in client per role asked for. */
  newTenant(people?: Partial<Record<Role, { participantId: string | null }>>): Promise<TestTenant>;
  /** The test rewinds stored rows of this workspace behind its log, so `attain verify` is right to refuse the log. */
  rewindsRowsOf(tenantId: string): void;
  stop(): Promise<void>;
}

export interface TestTenant {
  readonly tenantId: string;
  /** The signed-in person of a role; throws when the tenant was made without it. */
  as(role: Role): Client;
  usernameOf(role: Role): string;
  readonly password: string;
}

interface TestOptions {
  readonly clock?: Clock;
  readonly env?: Record<string, string>;
  readonly serverUrl?: string;
  readonly log?: Logger;
}

let shared: Promise<TestContext> | undefined;
const checked = new Set<string>();

/**
 * Starts it; `clock` stands in for the real one where a test is about time, `serverUrl` names another PostgreSQL, `log` is
 * where a test that reads the log has it written.
 */
export async function startTestContext(options: TestOptions = {}): Promise<TestContext> {
  // running idle it would take 6 % of a core; its database is dropped with the template
  const left = shared;
  shared = undefined;
  await (await left)?.close();
  return start(options);
}

async function start(options: TestOptions): Promise<TestContext> {
  const dataDir = mkdtempSync(join(inject('filesFolder'), 'house-'));
  const { url: ownerUrl, drop } = await (options.serverUrl === undefined
    ? newDatabase(inject('ownerUrl'), inject('template'))
    : newDatabase(options.serverUrl));
  const env = {
    PORT: '0',
    ATTAIN_DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    // what no one ordered would change the log of a test behind its back
    ATTAIN_ANALYSIS_DELAY_SECONDS: '86400',
    ...options.env,
  };
  const attain = await startServer({
    ownerUrl,
    settings: readSettings(env),
    keys: loadKeys(dataDir, {}),
    clock: options.clock ?? systemClock,
    log: options.log ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    appVersion: 'test',
  });
  const url = await attain.app.listen({ port: 0, host: '127.0.0.1' });
  const rewound = new Set<string>();
  return {
    ...attain,
    url,
    rewindsRowsOf: (tenantId) => void rewound.add(tenantId),
    newTenant: (people = { administrator: { participantId: null } }) => newTenant(attain, url, people),
    stop: async () => {
      // a test may have closed it already
      const broken = attain.ctx.db.owner.ended ? [] : await brokenChains(attain.ctx.db, rewound);
      await attain.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (broken.length > 0) throw new Error(`attain verify would refuse: ${broken.join(' | ')}`);
    },
  };
}

/**
 * The Attain that the files of one worker share, for tests that only talk to it over HTTP, each in a workspace of its own:
 * starting one costs more than most of them. `stop` checks what the file left behind; the server runs on until the worker ends
 * or a file starts its own.
 */
export async function sharedTestContext(): Promise<TestContext> {
  shared ??= start({});
  const context = await shared;
  return {
    ...context,
    stop: async () => {
      const broken = await brokenChains(context.ctx.db, new Set(), checked);
      if (broken.length > 0) throw new Error(`attain verify would refuse: ${broken.join(' | ')}`);
    },
  };
}

/**
 * What is wrong with the objects in the logs the tests wrote: whatever they did, `attain verify` must accept it (AUD-11).
 * Workspaces in `known` were looked at before; those found now are added.
 */
async function brokenChains(
  { owner, sequencer }: Database,
  rewound: ReadonlySet<string>,
  known = new Set<string>(),
): Promise<string[]> {
  await sequencer.settle();
  const entries = await owner.query<{ tenantId: string; index: number; body: string }>(
    `SELECT tenant_id AS "tenantId", leaf_index::float8 AS index, body FROM audit_entries WHERE NOT tenant_id = ANY($1) ORDER BY tenant_id, leaf_index`,
    [[...known]],
  );
  const chains = new Map<string, ObjectChains>();
  return entries.rows.flatMap(({ tenantId, index, body }) => {
    const chain = chains.get(tenantId) ?? new ObjectChains();
    chains.set(tenantId, chain);
    known.add(tenantId);
    const entry = JSON.parse(body) as AuditEntry;
    const problem = chain.follow(entry, index);
    return problem === null || rewound.has(tenantId) ? [] : [`${problem} (${entry.action})`];
  });
}

async function newTenant(
  attain: Attain,
  url: string,
  people: Partial<Record<Role, { participantId: string | null }>>,
): Promise<TestTenant> {
  const suffix = newId().slice(-12);
  const usernameOf = (role: Role) => `${role}-${suffix}`;
  const roles = Object.keys(people) as Role[];
  const { tenantId } = await createWorkspace(attain.ctx, {
    slug: `tenant-${suffix}`,
    name: `Tenant ${suffix}`,
    industry: 'SaaS',
    currency: 'USD',
    accounts: [],
  });
  const passwordHash = await hashPassword(password, attain.ctx.keys.pepper, lowCost);
  for (const role of roles) {
    const participantId = people[role]?.participantId ?? null;
    const username = usernameOf(role);
    await insertAccount(attain.ctx.db.owner, { tenantId, username, role, participantId, passwordHash });
  }
  const clients = new Map<Role, Client>();
  for (const role of roles) clients.set(role, await signInClient(url, usernameOf(role), password));
  const as = (role: Role) => {
    const client = clients.get(role);
    if (!client) throw new Error(`This tenant has nobody with the role ${role}.`);
    return client;
  };
  return { tenantId, as, usernameOf, password };
}

/** Tests sign in thousands of times; how hard a password is to guess is tested where passwords are. */
const lowCost = { memory: 64, passes: 1, parallelism: 1 };

interface TestAccount {
  readonly tenantId: string;
  readonly username: string;
  readonly role: Role;
  readonly participantId: string | null;
  readonly passwordHash: string;
}

async function insertAccount(owner: pg.Pool, account: TestAccount): Promise<void> {
  const { tenantId, username, role, participantId, passwordHash } = account;
  const userId = newId();
  await owner.query('INSERT INTO users (id, username, display_name, password) VALUES ($1, $2, $3, $4)', [
    userId,
    username,
    role,
    passwordHash,
  ]);
  await owner.query(
    'INSERT INTO memberships (tenant_id, user_id, roles, participant_id) VALUES ($1, $2, $3, $4)',
    [tenantId, userId, [role], participantId],
  );
}

/** A database of its own on the server the tests share, dropped with everything in it: empty, or a copy of a template. */
export async function newDatabase(
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  // names of copies have 63 characters, as many as PostgreSQL keeps
  const name = `${template ?? 'attain'}_${newId().slice(-12)}`;
  // copying the files takes a third of the time of copying through the log
  const copied = template === undefined ? '' : ` TEMPLATE ${template} STRATEGY FILE_COPY`;
  await runOn(serverUrl, `CREATE DATABASE ${name}${copied}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    drop: async () => {
      await runOn(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      if (template === undefined) await runOn(serverUrl, `DROP ROLE IF EXISTS ${name}_app`);
    },
  };
}
