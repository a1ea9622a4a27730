import { join } from 'node:path';
import { ensureServerBuilt } from '../../../../tools/build.mjs';

/** A file of the build that `npm start` runs, for tests that start processes. */
export const builtFile = (name: 'main.js' | 'cli.js') => join(ensureServerBuilt(), name);
