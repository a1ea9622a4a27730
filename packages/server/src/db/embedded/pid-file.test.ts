import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPostmaster } from './pid-file.ts';

const data = realpathSync(mkdtempSync(join(tmpdir(), 'attain-pid-')));
// in place of PostgreSQL: it runs in the data folder
const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', data], { cwd: data });
afterAll(() => {
  server.kill('SIGKILL');
  rmSync(data, { recursive: true });
});

test('a server listens once its whole address is in postmaster.pid', () => {
  const lines = [server.pid, data, 1_700_000_000, 5433, '/sockets', '127.0.0.1', '1 2', 'starting'];
  const found = (count: number) => {
    writeFileSync(join(data, 'postmaster.pid'), `${lines.slice(0, count).join('\n')}\n`);
    return findPostmaster(data);
  };
  expect(found(3)).toBeUndefined();
  expect(found(4)).toMatchObject({ port: 5433, socketFolder: undefined, isListening: false });
  expect(found(6)).toMatchObject({ socketFolder: '/sockets', isListening: false });
  expect(found(8)).toEqual({ pid: server.pid, port: 5433, socketFolder: '/sockets', isListening: true });
});
