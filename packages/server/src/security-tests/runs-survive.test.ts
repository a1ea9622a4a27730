import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, client, signInClient } from '../testing/client.ts';
import { type AttainProcess, newDataFolder, startProcess } from './attain-process.fixture.ts';

const folder = newDataFolder();
const runsEach = 10;
let target: Server;
let killed: AttainProcess;
let stopped: AttainProcess;
let living: AttainProcess;
let admin: Client;
const keysSeen = new Map<string, number>();
const unanswered: ServerResponse[] = [];
let answering = false;

const at = (process: AttainProcess) => client(process.url, admin.cookie, admin.token);

beforeAll(async () => {
  // a target that recognises keys, and answers nobody before it is told to
  target = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    keysSeen.set(key, (keysSeen.get(key) ?? 0) + 1);
    if (answering) response.end('done');
    else unanswered.push(response);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const env = {
    ATTAIN_DATA_DIR: folder.path,
    ATTAIN_SAMPLE_PASSWORD: 'a password for the sample',
    ATTAIN_ALLOWED_HOSTS: `http://127.0.0.1:${(target.address() as AddressInfo).port}`,
  };
  living = await startProcess(env);
  [killed, stopped] = await Promise.all([startProcess(env), startProcess(env)]);
  admin = await signInClient(living.url, 'admin', env.ATTAIN_SAMPLE_PASSWORD);
});
afterAll(async () => {
  if (stopped) process.kill(stopped.pid, 'SIGCONT');
  await folder.remove();
  target?.close();
});

async function publishCall(): Promise<string> {
  const base = { title: '', position: { x: 0, y: 0 } };
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/pay`;
  const config = {
    method: 'POST',
    url,
    body: 'input',
    repeatable: 'honours-idempotency-key',
    timeoutSeconds: 300,
  };
  const document: Workflow = {
    ...EMPTY_WORKFLOW,
    name: 'Survives',
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      { ...base, id: 'call', type: 'api_call', config },
      { ...base, id: 'finish', type: 'end', config: {} },
    ],
    edges: [
      { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'call', port: 'in' } },
      { id: 'b', from: { node: 'call', port: 'out' }, to: { node: 'finish', port: 'in' } },
    ],
  };
  const made = await at(living).post('/api/workflows', { name: 'Survives', document });
  expect(made.body).toMatchObject({ problems: [] });
  const { id, documentHash } = made.body;
  await at(living).post(`/api/workflows/${id}/versions`, { documentHash });
  return id;
}

async function startRuns(from: AttainProcess, workflow: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < runsEach; n += 1) {
    const started = await at(from).post(`/api/workflows/${workflow}/runs`, { input: { n } });
    expect(started.status).toBe(201);
    ids.push(started.body.id);
  }
  return ids;
}

test('[I5] [I6] [I7] runs of a killed and of a stopped process are finished by another; the one that wakes up writes nothing', async () => {
  const workflow = await publishCall();
  const ids = [...(await startRuns(killed, workflow)), ...(await startRuns(stopped, workflow))];
  while (unanswered.length < ids.length) await setTimeout(20);
  process.kill(stopped.pid, 'SIGSTOP');
  await killed.end('SIGKILL');
  const since = Date.now();
  while ([...keysSeen.values()].some((times) => times < 2)) await setTimeout(50);
  console.log(`taken over within ${Date.now() - since} ms`);
  answering = true;
  for (const response of unanswered.splice(0)) response.end('done');
  const journals = async () => {
    const lines: number[] = [];
    for (const id of ids) {
      const run = await at(living).get(`/api/workflow-runs/${id}`);
      if (run.body.status !== 'completed') return null;
      lines.push((await at(living).get(`/api/workflow-runs/${id}/log`)).body.rows.length);
    }
    return lines;
  };
  let before = await journals();
  while (before === null) {
    await setTimeout(50);
    before = await journals();
  }
  // started, requested, result, ended: nothing twice, nothing ignored
  expect(new Set(before)).toEqual(new Set([before[0]]));
  // one key a run, whoever performed it
  expect(keysSeen.size).toBe(ids.length);
  process.kill(stopped.pid, 'SIGCONT');
  // it is awake when it answers again; its own answers from the target have long come
  expect((await at(stopped).get('/api/workflow-runs')).status).toBe(200);
  await setTimeout(1_000);
  expect(await journals()).toEqual(before);
});
