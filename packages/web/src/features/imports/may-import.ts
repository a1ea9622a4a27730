import { importFieldRight, importRight } from '@attain/contract/import-rights';
import { useMe } from '../../api/me.ts';
import type { Import } from '../../api/shapes.ts';

/** Whether the user may import a type of file, or one of its fields. */
export function useMayImport(): (kind: Import['kind'], field?: string) => boolean {
  const held = useMe().data?.permissions ?? [];
  const holds = (permission: string) => held.find((grant) => grant.permission === permission);
  return (kind, field) => {
    if (!holds('import:records') || !holds(importRight(kind))) return false;
    const right = field === undefined ? null : importFieldRight(kind, field);
    return right === null || holds(right)?.scope === 'tenant';
  };
}
