import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The folder of this package. Its sources lie in `src`, and what `npm start` runs in `dist` (tools/build.mjs). */
export const serverFolder = dirname(findPackageJSON(import.meta.url) ?? '');

/** The folder of the checkout, whatever the current directory is. */
export const projectRoot = join(serverFolder, '..', '..');

/**
 * The file that a thread runs, by its path below `src` without `.ts`. It is an entry of vite.config.ts. Tests run
 * from sources, but their threads from the build in ATTAIN_TEST_BUILD, from which they start in half the time.
 */
export function threadFile(path: string): string {
  const isBuilt = import.meta.filename.endsWith('.js');
  const build = isBuilt ? import.meta.dirname : process.env.ATTAIN_TEST_BUILD;
  return build ? join(build, `${basename(path)}.js`) : join(serverFolder, 'src', `${path}.ts`);
}
