#!/usr/bin/env node
// `npx attain …` may be started by Node 20; Attain itself runs on the Node 24 that npm installed beside it.
import { spawn } from 'node:child_process';
import { serverFile } from '../../../tools/build.mjs';
import { findNode, toolEnvironment } from '../../../tools/install.mjs';

try {
  const cli = serverFile('cli');
  // A worker lives long and computes little at a time: a small nursery halves the memory it holds.
  const flags = process.argv[2] === 'worker' ? ['--max-semi-space-size=8'] : [];
  const child = spawn(findNode(), [...flags, cli, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: toolEnvironment(),
  });
  // The terminal's Ctrl-C reaches the command itself; a signal sent to us alone is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => fail(error));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
} catch (error) {
  fail(error);
}

/** @param {unknown} error */
function fail(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
