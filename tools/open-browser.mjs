import { spawn } from 'node:child_process';

const POLL_MS = 150;

/**
 * Opens Attain in the browser as soon as the server answers, when a person is watching. Never fails: the address is
 * printed anyway. `ATTAIN_OPEN=0` turns it off.
 * @param {import('node:child_process').ChildProcess} server
 */
export function openWhenReady(server) {
  if (!process.stdout.isTTY || process.env.CI || process.env.ATTAIN_OPEN === '0' || process.env.PORT === '0')
    return;
  const host = process.env.HOST && process.env.HOST !== '0.0.0.0' ? process.env.HOST : '127.0.0.1';
  const address = `http://${host}:${process.env.PORT || 3000}`;
  const timer = setInterval(async () => {
    const ready = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!ready || server.exitCode !== null || server.signalCode !== null) return;
    clearInterval(timer);
    open(`${address}/`);
  }, POLL_MS);
  timer.unref();
  server.on('exit', () => clearInterval(timer));
}

/** @param {string} address */
function open(address) {
  const [file, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const opener = spawn(/** @type {string} */ (file), args, { stdio: 'ignore', detached: true });
  opener.on('error', () => {}); // no browser here; the printed address will do
  opener.unref();
}
