import { ownNameOf } from '@attain/domain/plans/own-fields';
import { allKinds } from '../kinds/all-kinds.ts';
import type { FieldType, FileKind } from '../kinds/kind.ts';

/** The rules of the domain by which the text of a cell is read, whatever the row is of. */
const byType: Partial<Record<FieldType, string>> = {
  number: 'BASE-1',
  positive: 'BASE-1',
  percent: 'BASE-1',
  currency: 'BASE-3',
  date: 'BASE-5',
  period: 'BASE-6',
  span: 'BASE-6',
  splits: 'CREDIT-2',
  overlays: 'CREDIT-12',
  weight: 'PLAN-4',
  cap: 'PLAN-6',
  accelerator: 'PLAN-7',
};

const byKind: Readonly<Record<FileKind, string>> = {
  deals: 'CREDIT-9',
  opportunities: 'FC-6',
  participants: 'QUOTA-6',
  quotas: 'QUOTA-4',
  territories: 'QUOTA-9',
  'reporting-lines': 'CREDIT-15',
  assignments: 'QUOTA-9',
  leaves: 'QUOTA-9',
  ramps: 'QUOTA-12',
  'pay-terms': 'QUOTA-21',
  'payment-limits': 'PAYM-12',
  adjustments: 'PAYM-31',
  receipts: 'PAYM-32',
  'parallel-pay': 'CLOSE-9',
  'exchange-rates': 'CREDIT-4',
  'plan-components': 'PLAN-1',
};

/** Fields that have a rule of their own. */
const byField: Partial<Record<FileKind, Readonly<Record<string, string>>>> = {
  participants: { oteAnnual: 'QUOTA-18' },
  'pay-terms': { oteAnnual: 'QUOTA-18' },
  quotas: { plan: 'QUOTA-19' },
};

/** Number of the rule in RULES.md that a problem in a field of a row is about; `field` null: in the row as a whole. */
export function ruleOf(kind: FileKind, field: string | null): string {
  if (field !== null && ownNameOf(field) !== null) return 'CREDIT-19';
  const type = allKinds[kind].fields.find((one) => one.field === field)?.type;
  const own = field === null ? undefined : byField[kind]?.[field];
  return own ?? (type === undefined ? undefined : byType[type]) ?? byKind[kind];
}
