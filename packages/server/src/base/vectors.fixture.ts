import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the test vectors that strangers wrote; it lies beside the project and is not part of it. */
const vectorsFolder = path.resolve(import.meta.dirname, '../../../../../shared/data/vectors');

/** Whether the strangers' vectors are here; says so loudly when they are not, because their tests are then skipped. */
export function vectorsArePresent(name: string): boolean {
  const present = existsSync(path.join(vectorsFolder, name));
  if (!present) console.warn(`SKIPPED: no test vectors at ${path.join(vectorsFolder, name)}`);
  return present;
}

/** Paths of all vector files below a folder, relative to the vectors folder, in a fixed order. */
export function vectorFiles(folder: string): readonly string[] {
  const found = readdirSync(path.join(vectorsFolder, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.relative(vectorsFolder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The text of one vector file. */
export function vectorText(file: string): string {
  return readFileSync(path.join(vectorsFolder, file), 'utf8');
}

/** One Wycheproof case: all binary members are hex. `result` is the strangers' verdict. */
export interface WycheproofCase {
  readonly tcId: number;
  readonly comment: string;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly flags: readonly string[];
  readonly [member: string]: unknown;
}

/** One group of Wycheproof cases with what its cases have in common. */
export interface WycheproofGroup {
  readonly tests: readonly WycheproofCase[];
  readonly [member: string]: unknown;
}

/** The groups of a Wycheproof file. */
export function wycheproof(file: string): readonly WycheproofGroup[] {
  const read = JSON.parse(vectorText(file)) as { readonly testGroups: readonly WycheproofGroup[] };
  return read.testGroups;
}

/** The bytes of a hex member. */
export function bytesOf(from: { readonly [member: string]: unknown }, member: string): Uint8Array {
  return Buffer.from(String(from[member]), 'hex');
}
