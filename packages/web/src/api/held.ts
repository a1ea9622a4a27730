import { type Cell, type Held, widenedRoles } from '@attain/domain/access/permissions';
import { useMe } from './me.ts';

/** What the user holds, as the rules about permissions take it. */
export function useHeld(): readonly Held[] {
  const me = useMe().data;
  return me === undefined ? [] : widenedRoles(me.roles, me.permissions as Cell[]);
}
