import { join } from 'node:path';
import { ensureChildrenBuilt, ensureServerBuilt } from '../../../../tools/build.mjs';

/** A file of the build that `npm start` runs, for tests that start processes. */
export const builtFile = (name: 'main.js' | 'cli.js') =>
  // made before all tests: to look for new sources takes as long as to start a process
  join(process.env.ATTAIN_TEST_BUILD ?? ensureServerBuilt(), name);

let children: string | undefined;

/** A fixture that is a process of its own, built by `vite.children.config.ts` when it is first started. */
export function builtChild(name: 'log-writer' | 'job-in-child' | 'run-in-child'): string {
  children ??= ensureChildrenBuilt();
  return join(children, `${name}.fixture.js`);
}
