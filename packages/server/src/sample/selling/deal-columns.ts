import { asJson } from '../../db/copying/copy-rows.ts';
import type { SampleTenant } from '../sample-tenant.ts';
import type { SampleDeal } from './market.ts';

/** The columns of the file a company's deals come in, and a deal's cells; overlays and terms only where some deal has them. */
export function dealColumns(tenant: SampleTenant): {
  readonly columns: readonly string[];
  readonly values: (deal: SampleDeal) => readonly (string | null)[];
} {
  const usual = ['id', 'date', 'amount', 'unit', 'currency', 'participant_id', 'splits'];
  const of = ['kind', 'product', 'territory', 'customer'];
  const usualValues = (d: SampleDeal) => [
    ...[d.id, d.date, d.amount, d.unit, d.currency, d.participantId, shares(d.splits)],
    ...[d.kind, d.product, d.territory, d.customer],
  ];
  const hasTerms = tenant.deals.some((d) => d.overlays !== undefined || d.termMonths !== undefined);
  if (!hasTerms) return { columns: [...usual, ...of], values: usualValues };
  return {
    columns: [...usual, ...of, 'overlays', 'term_months', 'reverses_id'],
    values: (d) => [
      ...usualValues(d),
      ...[shares(d.overlays ?? []), d.termMonths?.toString() ?? null, d.reversesId ?? null],
    ],
  };
}

function shares(of: SampleDeal['splits']): string | null {
  return of.length > 0 ? asJson(of) : null;
}
