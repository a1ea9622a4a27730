// `node tools/store-release.mjs`: keeps what the upgrade test needs of the version in package.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode, root } from './install.mjs';

const HELP = `node tools/store-release.mjs — writes packages/server/releases/<version>

  attain.backup   the sample workspaces, with paid payments and a run that waits for an approval
  payments.json   proof file of a payment run
  facts.json      what an upgraded installation must still answer, its secret and its password

Run it once, for the commit that is released. The folder never changes afterwards.`;

/** Signs the log. Anyone may know it. */
const secret = Buffer.alloc(32, 'stored release').toString('base64');

const base = { title: '', position: { x: 0, y: 0 } };
const asking = {
  ...{ description: '', variables: [], notes: [], settings: { deadlineMinutes: null } },
  nodes: [
    { ...base, id: 'begin', type: 'start', config: {} },
    { ...base, id: 'ask', type: 'approval', config: { title: 'Agree?', queue: 'finance' } },
    { ...base, id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'ask', port: 'in' } },
    { id: 'b', from: { node: 'ask', port: 'approved' }, to: { node: 'end', port: 'in' } },
    { id: 'c', from: { node: 'ask', port: 'rejected' }, to: { node: 'end', port: 'in' } },
  ],
};

if (process.argv.includes('--help')) console.log(HELP);
else await storeRelease();

async function storeRelease() {
  const { startAttain, samplePassword } = await import('../e2e/attain-process.ts');
  const { signInClient } = await import('../packages/server/src/testing/client.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'packages/server/releases', version);
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-release-'));
  mkdirSync(folder, { recursive: true });
  const attain = await startAttain({ ATTAIN_DATA_DIR: dataDir, ATTAIN_SECRET: secret });
  try {
    const admin = await signInClient(attain.url, 'halden-admin', samplePassword);
    const { facts, proof } = await collect(admin);
    writeFileSync(join(folder, 'payments.json'), proof);
    const all = { ...facts, secret, password: samplePassword };
    writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(all, null, 2)}\n`);
  } finally {
    await attain.stop();
  }
  const path = join(folder, 'attain.backup');
  rmSync(path, { force: true });
  const cli = join(root, 'packages/server/bin/attain.mjs');
  const made = spawnSync(findNode(), [cli, 'backup', '--data-dir', dataDir, '--out', path], {
    env: { ...process.env, ATTAIN_SECRET: secret },
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new Error('The backup failed.');
  rmSync(dataDir, { recursive: true });
}

/**
 * Leaves a run waiting, and reads what must be the same after an upgrade.
 * @param {import('../packages/server/src/testing/client.ts').Client} admin
 */
async function collect(admin) {
  /**
   * @param {string} path
   * @param {Record<string, string>} [query]
   */
  const get = async (path, query) => {
    const { status, body } = await admin.get(`/api${path}`, query);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const name = 'Waits for an approval';
  const workflow = (await admin.post('/api/workflows', { name, document: { ...asking, name } })).body;
  const { id, documentHash } = workflow;
  await admin.post(`/api/workflows/${id}/versions`, { documentHash });
  const run = (await admin.post(`/api/workflows/${id}/runs`, {})).body;
  const [task] = (await get('/tasks', { runId: run.id, whose: 'all' })).rows;
  const [payments] = (await get('/payments')).rows.filter(
    /** @param {{ status: string }} one */ ({ status }) => status === 'paid',
  );
  const [shown] = (await get('/statements', { limit: '1' })).rows;
  const { lines } = await get(`/statements/${shown.runId}/${shown.participantId}`);
  const { planId, period, total, resultHash } = await get(`/calculations/${shown.runId}`);
  return {
    proof: JSON.stringify(await get(`/payments/${payments.id}/proof.json`)),
    facts: {
      waiting: { runId: run.id, taskId: task.id },
      payments: { id: payments.id, totals: payments.totals },
      payees: (await get(`/payments/${payments.id}/payees`)).rows,
      statement: { runId: shown.runId, participantId: shown.participantId, lines },
      calculation: { planId, period: period.key, total, resultHash },
      checkpoint: (await get('/audit/checkpoint')).note,
    },
  };
}
