import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../testing/built-server.ts';

const cli = builtFile('cli.js');

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a shell would, in a process of its own. */
export function attain(
  args: readonly string[],
  more: { env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const { DATABASE_URL: _url, ATTAIN_DATA_DIR: _dir, ...env } = process.env;
  const child = spawn(process.execPath, [cli, ...args], { env: { ...env, ...more.env } });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.end(more.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** A folder for a test's files, and how to write one. */
export function someFolder() {
  const path = mkdtempSync(join(tmpdir(), 'attain-cli-'));
  return {
    path,
    file: (name: string, content: string) => {
      const at = join(path, name);
      writeFileSync(at, content);
      return at;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
