import { useMay } from '../../../api/me.ts';
import { useOnline } from '../../../base/use-online.ts';
import { messages } from '../messages.ts';

/** Whether the user may decide on suggestions, which also changes drafts. Without a network nobody can. */
export function useMayDecide(): boolean {
  const [decides, edits] = [useMay('decide:suggestions'), useMay('edit:plans')];
  return useOnline() && decides && edits;
}

/** Why the user can't decide now. */
export function whyNot(): string {
  return navigator.onLine ? messages.card.noAccess : messages.card.offline;
}
