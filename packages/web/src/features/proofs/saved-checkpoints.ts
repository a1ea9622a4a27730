import { readStored, writeStored } from '../../base/browser-storage.ts';

/** A signed head that this browser keeps, with the key that signed it. */
export type SavedCheckpoint = {
  readonly size: number;
  readonly root: string;
  readonly note: string;
  readonly publicKey: string;
  readonly at: string;
};

const key = 'attain_checkpoints';
const maxSaved = 100;

/** The saved checkpoints, the newest first. */
export function savedCheckpoints(): readonly SavedCheckpoint[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCheckpoint) : [];
  } catch {
    return [];
  }
}

/** Keeps a checkpoint once. */
export function saveCheckpoint(one: SavedCheckpoint): readonly SavedCheckpoint[] {
  const others = savedCheckpoints().filter(({ note }) => note !== one.note);
  return store([one, ...others].slice(0, maxSaved));
}

export function removeCheckpoint(note: string): readonly SavedCheckpoint[] {
  return store(savedCheckpoints().filter((one) => one.note !== note));
}

/** Key lines of the saved checkpoints, the newest first: what a file can be pinned to without a network. */
export function savedKeys(): readonly string[] {
  return [...new Set(savedCheckpoints().map(({ publicKey }) => publicKey))];
}

function store(list: readonly SavedCheckpoint[]): readonly SavedCheckpoint[] {
  writeStored(key, JSON.stringify(list));
  return list;
}

function isCheckpoint(value: unknown): value is SavedCheckpoint {
  const { size, root, note, publicKey, at } = (value ?? {}) as Partial<SavedCheckpoint>;
  return typeof size === 'number' && [root, note, publicKey, at].every((one) => typeof one === 'string');
}
