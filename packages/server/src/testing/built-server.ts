import { join } from 'node:path';
import { ensureServerBuilt } from '../../../../tools/build.mjs';

/** A file of the build that `npm start` runs, for tests that start processes. */
export const builtFile = (name: 'main.js' | 'cli.js') =>
  // made before all tests: to look for new sources takes as long as to start a process
  join(process.env.ATTAIN_TEST_BUILD ?? ensureServerBuilt(), name);
