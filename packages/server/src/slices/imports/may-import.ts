import { importFieldRight, importRight } from '@attain/contract/import-rights';
import type { Mapping } from '@attain/contract/imports';
import { noPermissionMessage, scopeOf } from '@attain/domain/access/permissions';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { allKinds } from './kinds/all-kinds.ts';
import type { KindName } from './kinds/kind.ts';

/** Throws NOT_ALLOWED where the rows are pay of single people that the actor can’t read (PAYM-31). */
export function mustReadRows(actor: Actor, kind: KindName): void {
  if (kind === 'adjustments' && scopeOf(actor.roles, 'read:payments') !== 'tenant')
    throw new ApiError('NOT_ALLOWED', noPermissionMessage('read:payments'));
}

/** Throws NOT_ALLOWED unless the actor may import this kind and every mapped field (ACCESS-7), and read its rows. */
export function mustImport(actor: Actor, kind: KindName, mapping?: Mapping): void {
  mustAllow(actor, 'import:records');
  mustAllow(actor, importRight(kind));
  mustReadRows(actor, kind);
  for (const field of Object.keys(mapping?.fields ?? {})) {
    const right = importFieldRight(kind, field);
    if (right !== null && scopeOf(actor.roles, right) !== 'tenant')
      throw new ApiError('NOT_ALLOWED', `Remove “${labelOf(kind, field)}”. ${noPermissionMessage(right)}`);
  }
}

/** The mapping without the fields the actor may not import, and what to say about each of them. */
export function withoutForbidden(
  actor: Actor,
  kind: KindName,
  mapping: Mapping,
): { mapping: Mapping; warnings: string[] } {
  const fields: Mapping['fields'] = {};
  const warnings: string[] = [];
  for (const [field, source] of Object.entries(mapping.fields)) {
    const right = importFieldRight(kind, field);
    if (right === null || scopeOf(actor.roles, right) === 'tenant') fields[field] = source;
    else warnings.push(`“${labelOf(kind, field)}” will not be imported. ${noPermissionMessage(right)}`);
  }
  return { mapping: { ...mapping, fields }, warnings };
}

function labelOf(kind: KindName, field: string): string {
  return allKinds[kind].fields.find((one) => one.field === field)?.label ?? field;
}
