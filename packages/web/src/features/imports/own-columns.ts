import type { Mapping } from '../../api/shapes.ts';

/** A column that is kept under a name of the customer's own. */
export type OwnColumn = NonNullable<Mapping['ownFields']>[number];

/** The columns that become no field of a deal, in their order. */
export function columnsLeft(headers: readonly string[], mapping: Mapping): readonly number[] {
  const taken = new Set(
    Object.values(mapping.fields).flatMap((source) => ('columns' in source ? source.columns : [])),
  );
  const own = new Set((mapping.ownFields ?? []).map(({ column }) => column));
  return headers.map((_, column) => column).filter((column) => own.has(column) || !taken.has(column));
}

/** A column as it is kept at first: under its header, as text. */
export function keptColumn(headers: readonly string[], column: number): OwnColumn {
  return { name: [...(headers[column] ?? '').trim()].slice(0, 60).join('').trim(), column, type: 'text' };
}

/** The mapping that keeps the column so. */
export function withColumn(mapping: Mapping, own: OwnColumn): Mapping {
  const before = mapping.ownFields ?? [];
  const isKept = before.some(({ column }) => column === own.column);
  const ownFields = isKept ? before.map((one) => (one.column === own.column ? own : one)) : [...before, own];
  return { ...mapping, ownFields };
}

/** The mapping that keeps the column no more; without any it is as if there had never been one. */
export function withoutColumn({ ownFields = [], ...mapping }: Mapping, column: number): Mapping {
  const left = ownFields.filter((one) => one.column !== column);
  return left.length === 0 ? mapping : { ...mapping, ownFields: left };
}
