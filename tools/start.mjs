// `npm start`: from a fresh clone to Attain in the browser. Runs on Node 20 with nothing installed.
import { spawn } from 'node:child_process';
import { ensureWebBuilt, serverFile } from './build.mjs';
import { ensureInstalled, findNode, root, toolEnvironment } from './install.mjs';
import { openWhenReady } from './open-browser.mjs';

const HELP = `npm start — starts Attain and opens it in the browser

  PORT                     where it is served (3000)
  HOST                     the address to listen on (127.0.0.1)
  ATTAIN_DATA_DIR          where the embedded database lies (.attain in this folder)
  DATABASE_URL             a PostgreSQL server (15 or newer) in place of the embedded one
  ATTAIN_SAMPLE_PASSWORD   one password for all sample accounts (else each gets its own)
  ATTAIN_OPEN=0            do not open the browser

Ctrl-C stops Attain and its database.`;

// A terminal's Ctrl-C reaches npm and us, and npm passes it on as well: within this time they count as one stop.
const ONE_REQUEST_MS = 1_500;

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  try {
    ensureInstalled();
    ensureWebBuilt();
    run(findNode(), serverFile('main'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Runs the server until it ends and exits with its status. It has its own process group, so that it receives
 * one stop signal and can finish its work; a second Ctrl-C is passed on, a third ends it.
 * @param {string} node
 * @param {string} main
 */
function run(node, main) {
  const args = ['--import', new URL('./end-with-parent.mjs', import.meta.url).href];
  const child = spawn(node, [...args, main, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...toolEnvironment(), NODE_ENV: process.env.NODE_ENV ?? 'production' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  openWhenReady(child);
  let wishes = 0;
  let lastRequestAt = 0;
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      const now = Date.now();
      if (now - lastRequestAt < ONE_REQUEST_MS) return;
      lastRequestAt = now;
      wishes += 1;
      child.kill(wishes < 3 ? signal : 'SIGKILL');
    });
  }
  child.on('error', (error) => {
    console.error(`Attain could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
    process.exit();
  });
}
