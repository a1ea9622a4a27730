import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** Source files below `place`, as sorted paths from the checkout with forward slashes. */
export function filesBelow(place: string): string[] {
  if (!existsSync(join(root, place))) return [];
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => `${one.parentPath.slice(root.length + 1)}/${one.name}`.replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(node_modules|dist(\.[^/]+)?|coverage)\//.test(file))
    .sort();
}

/** True if only tests use the file. */
export function isTest(file: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(file);
}
