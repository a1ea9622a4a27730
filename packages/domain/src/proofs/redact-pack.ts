import type { EvidencePack } from './pack.ts';

/** A pack without salts and values of personal fields. Its hashes, signature and log proof still verify. */
export function withoutValues(pack: EvidencePack): EvidencePack {
  return { ...pack, salts: {} };
}

/** A pack whose hashes are cut, to be read only. */
export interface ShortenedPack {
  readonly note: typeof shortenedNote;
  readonly [member: string]: unknown;
}

/** What a file with cut hashes says about itself. */
export const shortenedNote = 'Hashes are shortened to 8 characters. This file can’t be verified on its own.';

/** A pack whose hashes are cut to 8 characters, without salts, signature and log proof, which are made of hashes. */
export function withShortHashes(pack: EvidencePack): ShortenedPack {
  const { salts, signature, audit, ...manifest } = pack;
  return { ...(shortened(manifest) as object), note: shortenedNote };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/\b[0-9a-f]{64}\b/g, (hash) => hash.slice(0, 8)).replace(/^(REG-.{8}).*$/, '$1');
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
