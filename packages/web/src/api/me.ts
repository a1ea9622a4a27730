import type { Permission, Scope } from '@attain/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** Who is signed in and what they may do; asked once at start. A 401 here means: the stored session is over. */
export function useMe() {
  return useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => client.auth.me(undefined, { signal, context: { mayBeSignedOut: true } }),
  });
}

/** Whether the signed-in person holds a permission. It decides what is drawn; the server decides what is allowed. */
export function useMay(permission: Permission): boolean {
  return useScope(permission) !== null;
}

/** How far a permission reaches for the signed-in person; null: they do not hold it. */
export function useScope(permission: Permission): Scope | null {
  const held = useMe().data?.permissions.find((grant) => grant.permission === permission);
  return held?.scope ?? null;
}
