import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from './places.ts';

/** The version of this Attain. */
export const appVersion = (
  JSON.parse(readFileSync(join(serverFolder, 'package.json'), 'utf8')) as { version: string }
).version;
