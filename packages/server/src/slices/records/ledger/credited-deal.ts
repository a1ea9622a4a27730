import type { Deal, Split } from '@attain/domain/crediting/deal';
import type { CopiedRow } from '../../../db/copying/copied-rows.ts';
import type { CreditedSpan } from '../../../db/schema/calculations.ts';

/** A deal that credits a payee, as PostgreSQL writes its columns. */
export interface CreditedRow {
  readonly payee: string;
  readonly id: string;
  readonly date: string;
  readonly amount: string;
  readonly unit: string;
  readonly currency: string | null;
  readonly participantId: string;
  readonly splits: string | null;
  readonly kind: string;
  readonly product: string | null;
  readonly territory: string | null;
  readonly customer: string | null;
  readonly overlays: string | null;
  readonly approvedOn: string | null;
  readonly termMonths: string | null;
  readonly reversesId: string | null;
  readonly ownFields: string | null;
  readonly importId: string | null;
  readonly importLine: string | null;
}

/** The columns of `CreditedRow` after the payee, of deals `d`. */
export const creditedColumns = `d.id, d.date, d.amount, d.unit, d.currency, d.participant_id AS "participantId", d.splits, d.kind, d.product, d.territory, d.customer,
  d.overlays, d.approved_on AS "approvedOn", d.term_months AS "termMonths", d.reverses_id AS "reversesId", nullif(d.own_fields, '{}') AS "ownFields",
  d.import_id AS "importId", d.import_line AS "importLine"`;

/** In the order of the query's columns: the payee, then `creditedColumns`. */
export function creditedRow(fields: CopiedRow): CreditedRow {
  return {
    payee: fields[0]!,
    id: fields[1]!,
    date: fields[2]!,
    amount: fields[3]!,
    unit: fields[4]!,
    currency: fields[5]!,
    participantId: fields[6]!,
    splits: fields[7]!,
    kind: fields[8]!,
    product: fields[9]!,
    territory: fields[10]!,
    customer: fields[11]!,
    overlays: fields[12]!,
    approvedOn: fields[13]!,
    termMonths: fields[14]!,
    reversesId: fields[15]!,
    ownFields: fields[16]!,
    importId: fields[17]!,
    importLine: fields[18]!,
  };
}

/** The deals that credit one payee, by date and id. */
export interface PayeeCredits {
  readonly deals: Deal[];
  /** By deal id, the row of an imported file it came from; null where none was imported. */
  sources: Map<string, DealSource> | null;
  /** The segments that have the deals; null: they were read from rows. */
  segments: ReadSegments | null;
}

/** Where deals were read from. */
export interface ReadSegments {
  /** The hashes of the segments, by quarter. */
  readonly hashes: readonly Buffer[];
  /** The days on which deals of them credit the payee; null: all days that were read. */
  readonly spans: readonly CreditedSpan[] | null;
}

export interface DealSource {
  readonly importId: string;
  readonly importLine: number | null;
}

/** The members of a deal that few have; null: none. */
export interface RareMembers {
  readonly approvedOn: string | null;
  readonly overlays: readonly Split[] | null;
  readonly ownFields: Readonly<Record<string, string>> | null;
  readonly reversesId: string | null;
  readonly termMonths: number | null;
}

/** A deal in parts; `more` is null where it has no rare members. */
export type DealMembers = Omit<Deal, keyof RareMembers> & { readonly more: RareMembers | null };

/** Adds the deal of a row to what credits its payee. */
export function addRow(into: PayeeCredits, row: CreditedRow): void {
  const { importId, importLine } = row;
  const splits = row.splits === null ? [] : splitsOf(row.splits);
  into.deals.push(dealWith({ ...row, unit: row.unit as Deal['unit'], splits, more: rareMembers(row) }));
  if (importId === null) return;
  into.sources ??= new Map();
  into.sources.set(row.id, { importId, importLine: importLine === null ? null : Number(importLine) });
}

function rareMembers({
  approvedOn,
  overlays,
  ownFields,
  reversesId,
  termMonths,
}: CreditedRow): RareMembers | null {
  if ([approvedOn, overlays, ownFields, reversesId, termMonths].every((one) => one === null)) return null;
  return {
    approvedOn,
    overlays: overlays === null ? null : splitsOf(overlays),
    ownFields: ownFields === null ? null : fieldsOf(ownFields),
    reversesId,
    termMonths: termMonths === null ? null : Number(termMonths),
  };
}

/**
 * A deal as engine input; missing rare fields are omitted. Members are in RFC 8785 order, so that `JSON.stringify`
 * writes canonical text: all values are text without lone surrogates, whole numbers or null.
 */
export function dealWith(members: DealMembers): Deal {
  const { amount, currency, customer, date, id, kind, participantId, product, splits, territory, unit } =
    members;
  if (members.more === null)
    return { amount, currency, customer, date, id, kind, participantId, product, splits, territory, unit };
  const { approvedOn, overlays, ownFields, reversesId, termMonths } = members.more;
  return {
    amount,
    ...(approvedOn !== null && { approvedOn }),
    currency,
    customer,
    date,
    id,
    kind,
    ...(overlays !== null && { overlays }),
    ...(ownFields !== null && { ownFields }),
    participantId,
    product,
    ...(reversesId !== null && { reversesId }),
    splits,
    ...(termMonths !== null && { termMonths }),
    territory,
    unit,
  };
}

/** The shares in a deal's JSON, members in order. */
export function splitsOf(json: string): Split[] {
  return (JSON.parse(json) as Split[]).map(({ participantId, sharePercent }) => ({
    participantId,
    sharePercent,
  }));
}

/** Own fields in order. Names begin with a letter, so that none is taken for a place in a list. */
export function fieldsOf(json: string): Record<string, string> {
  const fields = Object.entries(JSON.parse(json) as Record<string, string>);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
