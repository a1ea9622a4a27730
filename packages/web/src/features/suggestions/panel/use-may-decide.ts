import { useMay } from '../../../api/me.ts';

/** Whether the user may decide on suggestions, which also changes drafts. */
export function useMayDecide(): boolean {
  const [decides, edits] = [useMay('decide:suggestions'), useMay('edit:plans')];
  return decides && edits;
}
