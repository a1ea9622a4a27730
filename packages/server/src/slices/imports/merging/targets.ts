import type { Mapping } from '@attain/contract/imports';
import { type KindName, OWN_FIELDS } from '../kinds/kind.ts';

/** How a staged field (`s`) meets a column of the stored table (`t`). */
export interface TargetColumn {
  readonly field: string;
  readonly column: string;
  /** Value of a new row; default: the staged value. */
  readonly whenNew?: string;
  /** Value of an existing row; default: the staged value. */
  readonly whenKnown?: string;
  /** Value of an existing row if the field is not mapped; default: unchanged. */
  readonly whenUnmapped?: string;
  /** Fields that make this column mapped besides its own. */
  readonly also?: readonly string[];
}

/** A field with its own history table: manager or territory, from a day on. */
export interface DatedLink {
  readonly field: 'manager' | 'territory';
  readonly table: 'reporting_lines' | 'territory_assignments';
  readonly column: 'manager_id' | 'territory';
}

/** Table of a kind's rows, and the key that matches staged and stored rows. */
export interface Target {
  readonly table: string;
  readonly keys: readonly { readonly field: string; readonly column: string; readonly staged?: string }[];
  readonly columns: readonly TargetColumn[];
  readonly links: readonly DatedLink[];
  readonly hasUpdatedAt: boolean;
  /** The last day a row can matter for; null: from its first day on, open. */
  readonly openEnded: boolean;
  /** Column with the day by which a snapshot removes rows of a month; without one, a file is never the whole truth. */
  readonly snapshotDay?: string;
  /** Column with the last day such a row matters for, where it is another. */
  readonly lastDay?: string;
}

/** The day from which a participant's manager and territory hold when the file names none. */
export const LINK_FROM = `coalesce(s."effectiveFrom", s."hiredOn", t.hired_on, DATE '1900-01-01')`;

/** An amount such as “EUR 12.00” names its currency in a file without a column for it. */
const CURRENCY_OF_AMOUNT = 'coalesce(s.currency, t.currency)';
/** As above; a deal that counts something else than money has none. */
const CURRENCY_OF_DEAL = `CASE WHEN t.unit = '$' THEN ${CURRENCY_OF_AMOUNT} ELSE t.currency END`;

/** An approval is for the amount and the person it was given for (CREDIT-11). */
const APPROVAL_KEPT = `CASE WHEN s.amount = t.amount AND (${CURRENCY_OF_DEAL}) IS NOT DISTINCT FROM t.currency
  AND coalesce(s.participant, t.participant_id) = t.participant_id THEN t.approved_on END`;

/** Kinds whose rows are merged with those stored. Plan components become part of a plan document, adjustments a request of their own. */
export type MergedKind = Exclude<KindName, 'plan-components' | 'adjustments'>;

/** The target of a kind; null: its rows are not merged. */
export function targetOf(kind: KindName): Target | null {
  return isMerged(kind) ? targets[kind] : null;
}

export function isMerged(kind: KindName): kind is MergedKind {
  return kind !== 'plan-components' && kind !== 'adjustments';
}

/** The targets of all kinds that are merged. */
export const targets: Readonly<Record<MergedKind, Target>> = {
  deals: {
    table: 'deals',
    snapshotDay: 'date',
    keys: [{ field: 'id', column: 'id' }],
    columns: [
      { field: 'date', column: 'date' },
      { field: 'amount', column: 'amount' },
      { field: 'unit', column: 'unit' },
      { field: 'currency', column: 'currency', also: ['unit'], whenUnmapped: CURRENCY_OF_DEAL },
      { field: 'participant', column: 'participant_id', also: ['splits'] },
      { field: 'splits', column: 'splits' },
      { field: 'kind', column: 'kind' },
      { field: 'product', column: 'product' },
      { field: 'territory', column: 'territory' },
      { field: 'customer', column: 'customer' },
      { field: 'overlays', column: 'overlays' },
      { field: 'approvedOn', column: 'approved_on', whenUnmapped: APPROVAL_KEPT },
      { field: 'termMonths', column: 'term_months' },
      { field: 'reverses', column: 'reverses_id' },
      {
        field: OWN_FIELDS,
        column: 'own_fields',
        whenNew: `coalesce(jsonb_strip_nulls(s."${OWN_FIELDS}"), '{}')`,
        // Fields missing in the file stay; a blank cell removes the value.
        whenKnown: `jsonb_strip_nulls(t.own_fields || s."${OWN_FIELDS}")`,
      },
    ],
    links: [],
    hasUpdatedAt: true,
    openEnded: false,
  },
  opportunities: {
    table: 'opportunities',
    snapshotDay: 'expected_on',
    keys: [{ field: 'id', column: 'id' }],
    columns: [
      { field: 'name', column: 'name' },
      { field: 'participant', column: 'participant_id' },
      { field: 'stage', column: 'stage' },
      { field: 'status', column: 'status', also: ['stage'] },
      { field: 'amount', column: 'amount' },
      { field: 'currency', column: 'currency', whenUnmapped: CURRENCY_OF_AMOUNT },
      { field: 'expectedOn', column: 'expected_on' },
      { field: 'chance', column: 'chance_percent' },
      { field: 'product', column: 'product' },
      { field: 'territory', column: 'territory' },
      { field: 'customer', column: 'customer' },
    ],
    links: [],
    hasUpdatedAt: true,
    openEnded: false,
  },
  participants: {
    table: 'participants',
    keys: [{ field: 'id', column: 'id' }],
    columns: [
      {
        field: 'name',
        column: 'name',
        whenNew: 'coalesce(s.name, s.id)',
        whenKnown: 'coalesce(s.name, t.name)',
      },
      { field: 'email', column: 'email' },
      { field: 'title', column: 'title' },
      { field: 'hiredOn', column: 'hired_on' },
      { field: 'leftOn', column: 'left_on' },
      { field: 'currency', column: 'currency', whenUnmapped: CURRENCY_OF_AMOUNT },
      { field: 'targetVariableAnnual', column: 'target_variable_annual', also: ['oteAnnual'] },
      { field: 'commissionRatePercent', column: 'commission_rate_percent' },
    ],
    links: [
      { field: 'manager', table: 'reporting_lines', column: 'manager_id' },
      { field: 'territory', table: 'territory_assignments', column: 'territory' },
    ],
    hasUpdatedAt: true,
    openEnded: true,
  },
  quotas: {
    table: 'quotas',
    snapshotDay: 'from_date',
    lastDay: 'to_date',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'component', column: 'component_id', staged: `coalesce(s.component, '')` },
      { field: 'unit', column: 'unit' },
      { field: 'from', column: 'from_date' },
      { field: 'to', column: 'to_date' },
    ],
    columns: [
      { field: 'amount', column: 'amount' },
      { field: 'currency', column: 'currency', whenUnmapped: CURRENCY_OF_AMOUNT },
    ],
    links: [],
    hasUpdatedAt: true,
    openEnded: false,
  },
  territories: {
    table: 'territory_assignments',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'territory', column: 'territory' },
      { field: 'from', column: 'from_date' },
    ],
    columns: [{ field: 'to', column: 'to_date' }],
    links: [],
    hasUpdatedAt: false,
    openEnded: true,
  },
  leaves: {
    table: 'leaves',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'from', column: 'from_date' },
    ],
    columns: [{ field: 'to', column: 'to_date' }],
    links: [],
    hasUpdatedAt: false,
    openEnded: false,
  },
  ramps: {
    table: 'ramps',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'from', column: 'from_date' },
    ],
    columns: [
      { field: 'to', column: 'to_date' },
      { field: 'quotaPercent', column: 'quota_percent' },
      { field: 'targetPercent', column: 'target_percent' },
    ],
    links: [],
    hasUpdatedAt: false,
    openEnded: false,
  },
  'pay-terms': {
    table: 'pay_terms',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'from', column: 'from_date' },
    ],
    columns: [
      { field: 'to', column: 'to_date' },
      { field: 'title', column: 'title' },
      { field: 'currency', column: 'currency', whenUnmapped: CURRENCY_OF_AMOUNT },
      { field: 'baseAnnual', column: 'base_annual' },
      { field: 'targetVariableAnnual', column: 'target_variable_annual', also: ['oteAnnual'] },
      { field: 'commissionRatePercent', column: 'commission_rate_percent' },
    ],
    links: [],
    hasUpdatedAt: false,
    openEnded: true,
  },
  'payment-limits': {
    table: 'payment_limits',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'currency', column: 'currency' },
      { field: 'from', column: 'from_date' },
    ],
    columns: [
      { field: 'to', column: 'to_date' },
      { field: 'minimum', column: 'minimum' },
      { field: 'maximum', column: 'maximum' },
    ],
    links: [],
    hasUpdatedAt: true,
    openEnded: true,
  },
  receipts: {
    table: 'cash_receipts',
    snapshotDay: 'date',
    keys: [{ field: 'id', column: 'id' }],
    columns: [
      { field: 'deal', column: 'deal_id' },
      { field: 'date', column: 'date' },
      { field: 'amount', column: 'amount' },
      { field: 'currency', column: 'currency', whenUnmapped: CURRENCY_OF_AMOUNT },
    ],
    links: [],
    hasUpdatedAt: true,
    openEnded: false,
  },
  'parallel-pay': {
    table: 'parallel_pay',
    snapshotDay: 'from_date',
    lastDay: 'to_date',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'plan', column: 'plan', staged: `coalesce(s.plan, '')` },
      { field: 'component', column: 'component', staged: `coalesce(s.component, '')` },
      { field: 'from', column: 'from_date' },
      { field: 'to', column: 'to_date' },
    ],
    columns: [
      { field: 'amount', column: 'amount' },
      { field: 'currency', column: 'currency', whenUnmapped: CURRENCY_OF_AMOUNT },
    ],
    links: [],
    hasUpdatedAt: true,
    openEnded: false,
  },
  'reporting-lines': {
    table: 'reporting_lines',
    keys: [
      { field: 'participant', column: 'participant_id' },
      { field: 'from', column: 'from_date' },
    ],
    columns: [
      { field: 'manager', column: 'manager_id' },
      { field: 'to', column: 'to_date' },
    ],
    links: [],
    hasUpdatedAt: false,
    openEnded: true,
  },
  'exchange-rates': {
    table: 'exchange_rates',
    keys: [
      { field: 'from', column: 'from_currency' },
      { field: 'to', column: 'to_currency' },
      { field: 'date', column: 'date' },
    ],
    columns: [
      { field: 'rate', column: 'rate' },
      { field: 'source', column: 'source' },
    ],
    links: [],
    hasUpdatedAt: false,
    openEnded: true,
  },
};

/** Mapped columns, and columns that depend on them; the rest of a stored row stays. */
export function mappedColumns(target: Target, mapping: Mapping): readonly TargetColumn[] {
  return target.columns.flatMap((column) => {
    const { field, also = [], whenUnmapped } = column;
    if (field === OWN_FIELDS) return mapping.ownFields?.length ? [column] : [];
    if ([field, ...also].some((name) => Object.hasOwn(mapping.fields, name))) return [column];
    return whenUnmapped === undefined ? [] : [{ ...column, whenKnown: whenUnmapped }];
  });
}

/** The links the mapping speaks of. */
export function mappedLinks(target: Target, mapping: Mapping): readonly DatedLink[] {
  return target.links.filter(({ field }) => Object.hasOwn(mapping.fields, field));
}

/** SQL: the staged row `s` and the stored row `t` are the same thing. */
export function sameKey(target: Target): string {
  return target.keys
    .map(({ field, column, staged }) => `t.${column} = ${staged ?? `s."${field}"`}`)
    .join(' AND ');
}

/** SQL: two stored rows, by the names they have in the statement, are the same thing. */
export function sameRow({ keys }: Target, one: string, other: string): string {
  return keys.map(({ column }) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}

/** SQL: the key of the stored row `t` as shown in lists. */
export function keyText({ keys }: Target): string {
  return `concat(${keys.map(({ column }) => `t.${column}::text`).join(`, ' · ', `)})`;
}

/** The field that is stored in a column. */
export function fieldOf({ keys, columns }: Target, column: string): string {
  return [...keys, ...columns].find((one) => one.column === column)?.field ?? column;
}

/** The column that a field is stored in. */
export function columnOf({ keys, columns }: Target, field: string): string {
  return [...keys, ...columns].find((one) => one.field === field)?.column ?? field;
}

/** SQL: what an existing row gets in this column. */
export function newValue(column: TargetColumn): string {
  return column.whenKnown ?? `s."${column.field}"`;
}

/** SQL: the value of a link that holds for `t` on the day the staged row speaks of. */
export function linkNow(link: DatedLink): string {
  return `(SELECT l.${link.column} FROM ${link.table} l WHERE l.participant_id = t.id AND l.from_date <= ${LINK_FROM}
    AND (l.to_date IS NULL OR l.to_date >= ${LINK_FROM}) ORDER BY l.from_date DESC LIMIT 1)`;
}

/** SQL: the stored row `t` would become another by the staged row `s`; an empty cell never ends a link. */
export function differs(target: Target, mapping: Mapping): string {
  const columns = mappedColumns(target, mapping).map(
    (column) => `t.${column.column} IS DISTINCT FROM ${newValue(column)}`,
  );
  const links = mappedLinks(target, mapping).map(
    (link) => `(s."${link.field}" IS NOT NULL AND ${linkNow(link)} IS DISTINCT FROM s."${link.field}")`,
  );
  return [...columns, ...links].join(' OR ') || 'false';
}
