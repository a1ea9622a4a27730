import type { Permission } from '@attain/domain/access/permissions';
import type { importKinds } from './imports.ts';

type Kind = (typeof importKinds)[number];

/** What importing each kind of file needs besides `import:records`: the right to make the same change by hand (ACCESS-7). */
const kindRights: Readonly<Record<Kind, Permission>> = {
  deals: 'import:records',
  participants: 'import:records',
  quotas: 'import:records',
  territories: 'import:records',
  'reporting-lines': 'edit:reporting-lines',
  leaves: 'import:records',
  ramps: 'import:records',
  'payment-limits': 'adjust:payments',
  'exchange-rates': 'import:records',
  'plan-components': 'edit:plans',
};

/** Fields that need more than their kind does. */
const fieldRights: Partial<Record<Kind, Readonly<Record<string, Permission>>>> = {
  deals: { approvedOn: 'approve:results' },
  participants: { manager: 'edit:reporting-lines' },
};

/** The right that a kind of import needs. */
export function importRight(kind: Kind): Permission {
  return kindRights[kind];
}

/** The right that a field of a kind needs; null where the kind's own suffices. */
export function importFieldRight(kind: Kind, field: string): Permission | null {
  return fieldRights[kind]?.[field] ?? null;
}
