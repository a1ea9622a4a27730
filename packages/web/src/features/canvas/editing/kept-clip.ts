import type { Clip } from '@attain/domain/workflows/canvas/clip';
import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import { readStored, writeStored } from '../../../base/browser-storage.ts';

const key = 'attain.canvas.clip';

/** Keeps copied nodes for this and other workflows of this browser; answers whether it was kept. */
export function writeClip(clip: Clip): boolean {
  return writeStored(key, JSON.stringify(clip));
}

/** What was copied last, or null. What is not a piece of a workflow is not taken. */
export function readClip(): Clip | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    const { nodes, edges }: Partial<Clip> = JSON.parse(text);
    const read = parseWorkflow({ name: 'Copy', nodes, edges });
    return read.ok ? { nodes: read.value.nodes, edges: read.value.edges } : null;
  } catch {
    return null; // Somebody else's text under our name is no copy.
  }
}
