import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFile } from '../testing/built-server.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { type AttainProcess, startWorker } from './attain-process.fixture.ts';

const runs = 50;
let target: Server;
let ctx: TestContext;
let owner: pg.Client;
let killed: AttainProcess;
let living: AttainProcess;
const keysSeen = new Map<string, number>();
const unanswered: ServerResponse[] = [];
let answering = false;

beforeAll(async () => {
  target = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    keysSeen.set(key, (keysSeen.get(key) ?? 0) + 1);
    if (answering) response.end('done');
    else unanswered.push(response);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const allowed = { ATTAIN_ALLOWED_HOSTS: origin };
  ctx = await startTestContext({ env: allowed });
  const url = String(ctx.ctx.db.owner.options.connectionString);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  // which hosts may be called it is told by the serving process
  const env = { DATABASE_URL: url, ATTAIN_DATA_DIR: ctx.ctx.settings.dataDir };
  [killed, living] = await Promise.all([
    startWorker(env),
    startWorker({ ...env, NODE_OPTIONS: namesModules }),
  ]);
});
afterAll(async () => {
  await owner?.end();
  await killed?.end('SIGKILL');
  await living?.end('SIGKILL');
  target?.close();
  await ctx?.stop();
});

/** Rests until a timer is due, which whoever lives fires, and calls the target then. */
function restThenCall(): Workflow {
  const base = { title: '', position: { x: 0, y: 0 } };
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/pay`;
  const config = { method: 'POST', url, repeatable: 'honours-idempotency-key', timeoutSeconds: 300 };
  const link = (from: string, to: string) => ({
    id: `${from}-${to}`,
    from: { node: from, port: 'out' },
    to: { node: to, port: 'in' },
  });
  return {
    ...EMPTY_WORKFLOW,
    name: 'Rests, then calls',
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      { ...base, id: 'rest', type: 'wait', config: { mode: 'duration', seconds: 3 } },
      { ...base, id: 'call', type: 'api_call', config },
      { ...base, id: 'finish', type: 'end', config: {} },
    ],
    edges: [link('begin', 'rest'), link('rest', 'call'), link('call', 'finish')],
  };
}

/** Has a process write the address of every module it loads to stderr. */
const namesModules = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   registerHooks({ load(url, context, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, context); } });`,
)}`;

const count = async (sql: string) =>
  (await owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)).rows[0]?.count;

test('[I6] of two workers one is killed with runs in flight and nobody serves: the other finishes all of them, each once', async () => {
  const admin = (await ctx.newTenant()).as('administrator');
  const made = await admin.post('/api/workflows', { name: 'Rests, then calls', document: restThenCall() });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  await admin.post(`/api/workflows/${id}/versions`, { documentHash });
  await Promise.all(Array.from({ length: runs }, () => admin.post(`/api/workflows/${id}/runs`)));
  // from here on there are workers only
  await ctx.close();
  while (unanswered.length < runs) await setTimeout(20);
  expect(await count('(SELECT DISTINCT holder FROM run_effects) h')).toBeGreaterThan(0);
  await killed.end('SIGKILL');
  answering = true;
  for (const response of unanswered.splice(0)) response.end('done');
  while ((await count(`agent_executions WHERE status <> 'completed'`)) !== 0) await setTimeout(50);
  const again = [...keysSeen.values()].filter((times) => times > 1).length;
  console.log(`${again} of ${runs} calls were in the hands of the killed one`);
  expect(keysSeen.size).toBe(runs);
  expect(await count(`run_journal WHERE key LIKE 'result/call%'`)).toBe(runs);
  expect(await count('run_effects')).toBe(0);
  expect(await living.end('SIGTERM')).toBe(0);
  expect(living.said()).toContain('has stopped');
});

/** The modules that the files of the build consist of, as its comments name them; a file of a package is itself. */
function modulesOf(url: string): string[] {
  const { pathname } = new URL(url);
  if (!pathname.startsWith(dirname(builtFile('cli.js')))) return [url];
  const named = readFileSync(pathname, 'utf8').matchAll(/^\/\/ ((?:\.\.\/|src\/)\S+)$/gm);
  return [...named].map(([, path]) => String(path));
}

test('a worker has loaded nothing that only others need: it holds its memory for months', () => {
  const urls = [...living.said().matchAll(/^loads (.+)$/gm)].map(([, url]) => String(url));
  const loaded = urls.flatMap(modulesOf);
  expect(loaded.filter((path) => path.endsWith('/activities/connections/api-call.ts'))).toHaveLength(1);
  const ofOthers =
    /node_modules\/(@fastify|fastify|@orpc\/(server|openapi|zod)|pdfkit|hucre|nodemailer)\/|contract\/src\/api\.ts|^src\/(http|bindings|sample)\/|^src\/cli\/(backup|calculate|import|lint|restore|simulate|verify)\.ts/;
  expect(loaded.filter((path) => ofOthers.test(path))).toEqual([]);
});
