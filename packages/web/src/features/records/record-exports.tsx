import { dealsQuery, opportunitiesQuery, payTermsQuery, quotasQuery } from '../../api/queries.ts';
import { type ExportColumn, RowsExport } from '../../api/rows-export.tsx';
import type {
  Deal,
  DealFilter,
  OpportunityFilter,
  OpportunityRow,
  PayTermRow,
  QuotaRow,
} from '../../api/shapes.ts';
import { messages } from './messages.ts';

const { exports: heads } = messages;

const sharesOf = (shares: Deal['splits']) =>
  shares.map(({ participantId, sharePercent }) => `${participantId} ${sharePercent}%`).join('; ');

export const dealColumns: readonly ExportColumn<Deal>[] = [
  { head: heads.dealId, value: (deal) => deal.id },
  { head: heads.date, value: (deal) => deal.date },
  { head: heads.participant, value: (deal) => deal.participantName },
  { head: heads.participantId, value: (deal) => deal.participantId },
  { head: heads.amount, value: (deal) => deal.amount, kind: 'figure' },
  { head: heads.unit, value: (deal) => deal.unit },
  { head: heads.currency, value: (deal) => deal.currency },
  { head: heads.type, value: (deal) => deal.kind },
  { head: heads.customer, value: (deal) => deal.customer },
  { head: heads.product, value: (deal) => deal.product },
  { head: heads.territory, value: (deal) => deal.territory },
  { head: heads.splits, value: (deal) => sharesOf(deal.splits) },
  { head: heads.overlays, value: (deal) => sharesOf(deal.overlays) },
  {
    head: heads.ownFields,
    value: (deal) =>
      Object.entries(deal.ownFields)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
  },
];

/** The deals as filtered and sorted. */
export function DealsExport({ filter }: { filter: DealFilter }) {
  return <RowsExport fileName="deals" list={dealsQuery(filter)} columns={dealColumns} />;
}

export const opportunityColumns: readonly ExportColumn<OpportunityRow>[] = [
  { head: heads.opportunityId, value: (row) => row.id },
  { head: heads.name, value: (row) => row.name },
  { head: heads.participant, value: (row) => row.participantName },
  { head: heads.participantId, value: (row) => row.participantId },
  { head: heads.stage, value: (row) => row.stage },
  { head: heads.status, value: (row) => row.status },
  { head: heads.amount, value: (row) => row.amount, kind: 'figure' },
  { head: heads.currency, value: (row) => row.currency },
  { head: heads.expectedOn, value: (row) => row.expectedOn },
  { head: heads.chance, value: (row) => row.chancePercent, kind: 'figure' },
  { head: heads.customer, value: (row) => row.customer },
  { head: heads.product, value: (row) => row.product },
  { head: heads.territory, value: (row) => row.territory },
  { head: heads.dealId, value: (row) => row.dealId },
];

/** The opportunities as filtered. */
export function OpportunitiesExport({ filter }: { filter: OpportunityFilter }) {
  return (
    <RowsExport fileName="opportunities" list={opportunitiesQuery(filter)} columns={opportunityColumns} />
  );
}

export const quotaFileColumns: readonly ExportColumn<QuotaRow>[] = [
  { head: heads.participant, value: (row) => row.participantName },
  { head: heads.participantId, value: (row) => row.participantId },
  { head: heads.componentId, value: (row) => row.componentId },
  { head: heads.unit, value: (row) => row.unit },
  { head: heads.from, value: (row) => row.from },
  { head: heads.to, value: (row) => row.to },
  { head: heads.quota, value: (row) => row.amount, kind: 'figure' },
  { head: heads.currency, value: (row) => row.currency },
];

/** The quotas as searched, one row for each participant, component and span of days. */
export function QuotasExport({ search }: { search: string | undefined }) {
  return <RowsExport fileName="quotas" list={quotasQuery(search)} columns={quotaFileColumns} />;
}

export const payTermColumns: readonly ExportColumn<PayTermRow>[] = [
  { head: heads.participant, value: (row) => row.participantName },
  { head: heads.participantId, value: (row) => row.participantId },
  { head: heads.title, value: (row) => row.title },
  { head: heads.from, value: (row) => row.from },
  { head: heads.to, value: (row) => row.to },
  { head: heads.base, value: (row) => row.baseAnnual, kind: 'figure' },
  { head: heads.target, value: (row) => row.targetVariableAnnual, kind: 'figure' },
  { head: heads.rate, value: (row) => row.commissionRatePercent, kind: 'figure' },
  { head: heads.currency, value: (row) => row.currency },
];

/** The pay terms as searched. */
export function PayTermsExport({ search }: { search: string | undefined }) {
  return <RowsExport fileName="pay-terms" list={payTermsQuery(search)} columns={payTermColumns} />;
}
