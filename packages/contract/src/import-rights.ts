import type { Permission } from '@attain/domain/access/permissions';
import type { importKinds } from './imports.ts';

type Kind = (typeof importKinds)[number];

/** The permission each kind of import needs besides `import:records`: that of the same change by hand (ACCESS-7). */
const kindRights: Readonly<Record<Kind, Permission>> = {
  deals: 'import:records',
  opportunities: 'import:records',
  participants: 'import:records',
  quotas: 'import:records',
  territories: 'import:records',
  'reporting-lines': 'edit:reporting-lines',
  leaves: 'import:records',
  ramps: 'import:records',
  'pay-terms': 'import:records',
  'payment-limits': 'adjust:payments',
  adjustments: 'adjust:payments',
  receipts: 'import:records',
  'parallel-pay': 'publish:calculations',
  'exchange-rates': 'import:records',
  'plan-components': 'edit:plans',
};

/** Fields that need another permission than their kind. */
const fieldRights: Partial<Record<Kind, Readonly<Record<string, Permission>>>> = {
  deals: { approvedOn: 'approve:results' },
  participants: { manager: 'edit:reporting-lines' },
};

export function importRight(kind: Kind): Permission {
  return kindRights[kind];
}

/** The permission a field needs; null: that of its kind is enough. */
export function importFieldRight(kind: Kind, field: string): Permission | null {
  return fieldRights[kind]?.[field] ?? null;
}
