import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { dealTotalsQuery } from '../api/queries.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { NotesSection } from '../features/notes/notes.tsx';
import { DealDrawer } from '../features/records/deal-drawer.tsx';
import { DealTable } from '../features/records/deal-table.tsx';
import { allKinds, DealTotals, kindOptions, kindShown } from '../features/records/deal-totals.tsx';
import {
  OpportunityTable,
  opportunityStatusWords,
  PipelineTotals,
} from '../features/records/opportunity-table.tsx';
import { ReceiptExport, ReceiptTable } from '../features/records/receipt-table.tsx';
import { DealsExport, OpportunitiesExport } from '../features/records/record-exports.tsx';
import { ExchangeRateTable, TerritoryTable } from '../features/records/record-tables.tsx';
import { paths } from '../paths.ts';
import { creditingTabs } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { DateInput } from '../ui/fields/date-input.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

const statuses = ['open', 'won', 'lost'] as const;

const from = '/shell/compensation-dashboard/compensation/crediting';

/** `/compensation/crediting`: deals, opportunities, customer payments, territories, exchange rates. */
export function CreditingPage() {
  const mayImport = useMay('import:records');
  const mayRates = useMay('read:exchange-rates');
  const mayTerritories = useMay('read:territories');
  const search = useSearch({ from });
  const navigate = useNavigate();
  const show = (change: { tab?: typeof search.tab; deal?: string; note?: string }) =>
    void navigate({ to: '.', search: { ...search, ...change }, resetScroll: false });
  const kind = search.tab ?? 'deals';
  return (
    <Page
      title={messages.crediting.title}
      needs="read:deals"
      views="records"
      crumbs={<Breadcrumbs steps={[{ label: messages.crediting.title }]} />}
      meta={messages.crediting.subtitle}
      actions={
        mayImport ? (
          <Link className={buttonLook({ variant: 'primary' })} {...paths.newImportOf(kind)}>
            <FileUp aria-hidden /> {messages.crediting.import}
          </Link>
        ) : null
      }
    >
      <Tabs
        label={messages.crediting.tabs}
        value={kind}
        onValueChange={(tab) =>
          void navigate({
            to: '.',
            search: { tab: creditingTabs.find((one) => one === tab) },
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'deals',
            label: messages.crediting.deals,
            content: <Deals onOpen={(deal) => show({ deal })} />,
          },
          { value: 'opportunities', label: messages.crediting.opportunities, content: <Opportunities /> },
          {
            value: 'receipts',
            label: messages.crediting.receipts,
            content: <Receipts onOpen={(deal) => show({ deal })} />,
          },
          ...(mayTerritories
            ? [{ value: 'territories', label: messages.crediting.territories, content: <Territories /> }]
            : []),
          ...(mayRates
            ? [
                {
                  value: 'exchange-rates',
                  label: messages.crediting.rates,
                  content: (
                    <Boxed>
                      <ExchangeRateTable />
                    </Boxed>
                  ),
                },
              ]
            : []),
        ]}
      />
      {search.deal ? (
        <DealDrawer
          dealId={search.deal}
          onClose={() => show({ deal: undefined, note: undefined })}
          notes={(isOwn, onUnsaved) => (
            <NotesSection
              subject="deal"
              subjectId={search.deal ?? ''}
              isOwnPay={isOwn}
              onUnsaved={onUnsaved}
            />
          )}
        />
      ) : null}
    </Page>
  );
}

/** Filters the current list; stored in the address, so that it can be shared. */
function useNarrow() {
  const search = useSearch({ from });
  const navigate = useNavigate();
  return (change: Omit<typeof search, 'tab' | 'deal'>) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true, resetScroll: false });
}

function Boxed({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border bg-surface shadow-card">{children}</div>;
}

/** First and last day of the list, as one filter. */
function Days({ labels: [first, last] }: { labels: readonly [string, string] }) {
  const search = useSearch({ from });
  const narrow = useNarrow();
  return (
    <>
      <span className="w-36">
        <DateInput
          aria-label={first}
          controlSize="sm"
          value={search.from ?? ''}
          onChange={(event) => narrow({ from: event.target.value || undefined })}
        />
      </span>
      <span className="text-fg-3">{messages.crediting.to}</span>
      <span className="w-36">
        <DateInput
          aria-label={last}
          controlSize="sm"
          value={search.to ?? ''}
          onChange={(event) => narrow({ to: event.target.value || undefined })}
        />
      </span>
    </>
  );
}

function Deals({ onOpen }: { onOpen: (dealId: string) => void }) {
  const { search, from: first, to: last, sort, kind } = useSearch({ from });
  // other parameters, as hidden columns, load nothing
  const narrowed = { search, from: first, to: last, sort };
  const narrow = useNarrow();
  const totals = useQuery(dealTotalsQuery(narrowed)).data?.rows ?? [];
  const filter = { ...narrowed, kind: kindShown(kind, totals) };
  const [text, setText] = useAddressText(search, (next) => narrow({ search: next }));
  return (
    <div className="flex flex-col gap-3">
      <Toolbar
        label={messages.crediting.filterDeals}
        end={
          <>
            <DealTotals rows={totals} kind={filter.kind} />
            <DealsExport filter={filter} />
          </>
        }
      >
        <SearchField
          label={messages.crediting.searchDeals}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="w-44">
          <Select
            controlSize="sm"
            aria-label={messages.crediting.type}
            value={filter.kind ?? allKinds}
            onValueChange={(next) => narrow({ kind: next })}
            options={kindOptions(totals, filter.kind)}
          />
        </div>
        <Days labels={[messages.crediting.firstDay, messages.crediting.lastDay]} />
      </Toolbar>
      <Boxed>
        <DealTable filter={filter} onSort={(sort) => narrow({ sort })} onOpen={(deal) => onOpen(deal.id)} />
      </Boxed>
    </div>
  );
}

function Opportunities() {
  const { search, kind, from: first, to: last } = useSearch({ from });
  const narrow = useNarrow();
  const [text, setText] = useAddressText(search, (next) => narrow({ search: next }));
  const days = { search, from: first, to: last };
  const status = statuses.find((one) => one === kind) ?? 'open';
  const filter = { ...days, status: kind === allKinds ? undefined : status };
  return (
    <div className="flex flex-col gap-3">
      <Toolbar
        label={messages.crediting.filterOpportunities}
        end={
          <>
            <PipelineTotals filter={days} />
            <OpportunitiesExport filter={filter} />
          </>
        }
      >
        <SearchField
          label={messages.crediting.searchOpportunities}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="w-40">
          <Select
            controlSize="sm"
            aria-label={messages.crediting.status}
            value={kind === allKinds ? allKinds : status}
            onValueChange={(next) => narrow({ kind: next })}
            options={[
              ...statuses.map((one) => ({ value: one, label: opportunityStatusWords[one] })),
              { value: allKinds, label: messages.crediting.allStatuses },
            ]}
          />
        </div>
        <Days labels={[messages.crediting.firstClose, messages.crediting.lastClose]} />
      </Toolbar>
      <Boxed>
        <OpportunityTable filter={filter} />
      </Boxed>
    </div>
  );
}

function Receipts({ onOpen }: { onOpen: (dealId: string) => void }) {
  const { search, from: first, to: last } = useSearch({ from });
  const narrow = useNarrow();
  const [text, setText] = useAddressText(search, (next) => narrow({ search: next }));
  const filter = { search, from: first, to: last };
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={messages.crediting.filterReceipts} end={<ReceiptExport filter={filter} />}>
        <SearchField
          label={messages.crediting.searchReceipts}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Days labels={[messages.crediting.firstDay, messages.crediting.lastDay]} />
      </Toolbar>
      <Boxed>
        <ReceiptTable filter={filter} onOpen={onOpen} />
      </Boxed>
    </div>
  );
}

function Territories() {
  const { search } = useSearch({ from });
  const narrow = useNarrow();
  const [text, setText] = useAddressText(search, (next) => narrow({ search: next }));
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={messages.crediting.filterTerritories}>
        <SearchField
          label={messages.crediting.searchTerritories}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Toolbar>
      <Boxed>
        <TerritoryTable search={search} />
      </Boxed>
    </div>
  );
}
