// `npm run bench`: from a fresh clone to a bench. Runs on Node 20 with nothing installed; bench/run.ts lists the benches.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, findNode, root, toolEnvironment } from './install.mjs';

try {
  ensureInstalled();
  const args = [join(root, 'bench/run.ts'), ...process.argv.slice(2)];
  const ran = spawnSync(findNode(), args, { cwd: root, env: toolEnvironment(), stdio: 'inherit' });
  if (ran.error) throw ran.error;
  process.exitCode = ran.status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
