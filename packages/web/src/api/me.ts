import type { Permission, Scope } from '@attain/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/**
 * The signed-in user and their permissions, fetched once at start. A 401 means that the stored session is
 * over.
 */
export function useMe() {
  return useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => client.auth.me(undefined, { signal, context: { mayBeSignedOut: true } }),
  });
}

/** Whether the user has a permission. Only decides what is shown; the server enforces it. */
export function useMay(permission: Permission): boolean {
  return useScope(permission) !== null;
}

/** The scope of a permission for the user; null without it. */
export function useScope(permission: Permission): Scope | null {
  const held = useMe().data?.permissions.find((grant) => grant.permission === permission);
  return held?.scope ?? null;
}
