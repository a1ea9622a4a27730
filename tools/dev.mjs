// `npm run dev`: the server restarts and the screens refresh when their sources change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, findNode, root, toolEnvironment } from './install.mjs';

const HELP = `npm run dev — for working on Attain

Starts the server with restart on change (PORT, 3000) and the screens with hot refresh (http://127.0.0.1:5173), which
send /api on to the server. The same environment variables as npm start.`;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}

try {
  ensureInstalled();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const node = findNode();
const env = toolEnvironment();
const port = process.env.PORT || '3000';
const detached = process.platform !== 'win32';
const children = [
  spawn(node, ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached,
  }),
  spawn(node, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'packages/web'),
    env: { ...env, ATTAIN_API: `http://127.0.0.1:${port}` },
    stdio: 'inherit',
    detached,
  }),
];

// Each has its own process group and receives a stop signal once, so that the server can drain; when one
// ends, the other does too.
let stopping = false;
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
for (const child of children) child.on('exit', stopAll);

function stopAll() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}
