import { readFileSync } from 'node:fs';

/** The version of this Attain. */
export const appVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
