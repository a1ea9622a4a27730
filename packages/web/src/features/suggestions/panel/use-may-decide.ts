import type { Permission } from '@attain/domain/access/permissions';
import { useMay } from '../../../api/me.ts';
import { useOnline } from '../../../base/use-online.ts';
import { messages } from '../messages.ts';

/** Why the user can't do now what needs this permission; undefined: they can. */
export function useHindrance(needs: Permission, noAccess: string): string | undefined {
  const [may, online] = [useMay(needs), useOnline()];
  if (!online) return messages.card.offline;
  return may ? undefined : noAccess;
}

/** Whether the user may decide on suggestions, which also changes drafts. Without a network nobody can. */
export function useMayDecide(): boolean {
  const [decides, edits] = [useMay('decide:suggestions'), useMay('edit:plans')];
  return useOnline() && decides && edits;
}

/** Why the user can't decide now. */
export function whyNot(): string {
  return navigator.onLine ? messages.card.noAccess : messages.card.offline;
}
