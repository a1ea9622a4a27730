import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeRedFlow } from './flows.ts';

const folder = new URL('peers/', import.meta.url);

/** A Node-RED that serves the short flow. */
export interface NodeRed {
  readonly url: string;
  readonly version: string;
  readonly child: ChildProcess;
}

/** Starts Node-RED in the exact version peers/package.json names, installed there unless it is; its editor stays off. */
export async function startNodeRed(): Promise<NodeRed> {
  if (!existsSync(new URL('node_modules/node-red', folder))) {
    console.error('Installing Node-RED into bench/runs/peers …');
    const flags = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
    execFileSync('npm', flags, { cwd: fileURLToPath(folder), stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const userDir = mkdtempSync(join(tmpdir(), 'attain-node-red-'));
  const port = await freePort();
  writeFileSync(join(userDir, 'flows.json'), JSON.stringify(nodeRedFlow));
  writeFileSync(
    join(userDir, 'settings.js'),
    `module.exports = { flowFile: 'flows.json', uiPort: ${port}, uiHost: '127.0.0.1', httpAdminRoot: false, logging: { console: { level: 'warn' } } };`,
  );
  const red = fileURLToPath(new URL('node_modules/node-red/red.js', folder));
  const child = spawn(process.execPath, [red, '--userDir', userDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('exit', () => rmSync(userDir, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${port}/flow`;
  const body = JSON.stringify({ amount: 1, region: 'EMEA' });
  const headers = { 'content-type': 'application/json' };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Node-RED ended with ${child.exitCode}`);
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.status === 200) break;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  const { version } = JSON.parse(readFileSync(new URL('node_modules/node-red/package.json', folder), 'utf8'));
  return { url, version, child };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
