import type { Mapping } from '../../api/shapes.ts';

/** A column stored as a custom field. */
export type OwnColumn = NonNullable<Mapping['ownFields']>[number];

/** The columns that are not mapped to a field, in order. */
export function columnsLeft(headers: readonly string[], mapping: Mapping): readonly number[] {
  const taken = new Set(
    Object.values(mapping.fields).flatMap((source) => ('columns' in source ? source.columns : [])),
  );
  const own = new Set((mapping.ownFields ?? []).map(({ column }) => column));
  return headers.map((_, column) => column).filter((column) => own.has(column) || !taken.has(column));
}

/** A column as a custom field, initially text named like its header. */
export function keptColumn(headers: readonly string[], column: number): OwnColumn {
  return { name: [...(headers[column] ?? '').trim()].slice(0, 60).join('').trim(), column, type: 'text' };
}

/** The mapping with this custom field. */
export function withColumn(mapping: Mapping, own: OwnColumn): Mapping {
  const before = mapping.ownFields ?? [];
  const isKept = before.some(({ column }) => column === own.column);
  const ownFields = isKept ? before.map((one) => (one.column === own.column ? own : one)) : [...before, own];
  return { ...mapping, ownFields };
}

/** The mapping without this custom field; `ownFields` is removed with the last one. */
export function withoutColumn({ ownFields = [], ...mapping }: Mapping, column: number): Mapping {
  const left = ownFields.filter((one) => one.column !== column);
  return left.length === 0 ? mapping : { ...mapping, ownFields: left };
}
