import type { Clip } from '@attain/domain/workflows/canvas/clip';
import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import { readStored, writeStored } from '../../../base/browser-storage.ts';

const key = 'attain.canvas.clip';

/** Stores copied nodes for all workflows in this browser; returns whether it succeeded. */
export function writeClip(clip: Clip): boolean {
  return writeStored(key, JSON.stringify(clip));
}

/** The last copied nodes, or null; anything else in storage is ignored. */
export function readClip(): Clip | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    const { nodes, edges }: Partial<Clip> = JSON.parse(text);
    const read = parseWorkflow({ name: 'Copy', nodes, edges });
    return read.ok ? { nodes: read.value.nodes, edges: read.value.edges } : null;
  } catch {
    return null; // not JSON: ignore
  }
}
