import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { dealTotalsQuery } from '../api/queries.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { DealDrawer } from '../features/records/deal-drawer.tsx';
import { DealTable } from '../features/records/deal-table.tsx';
import { allKinds, DealTotals, kindOptions, kindShown } from '../features/records/deal-totals.tsx';
import { ExchangeRateTable, TerritoryTable } from '../features/records/record-tables.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { DateInput } from '../ui/fields/date-input.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

const from = '/shell/compensation-dashboard/compensation/crediting';

/** `/compensation/crediting`: deals, territories, exchange rates. */
export function CreditingPage() {
  const mayImport = useMay('import:records');
  const mayRates = useMay('read:exchange-rates');
  const mayTerritories = useMay('read:territories');
  const search = useSearch({ from });
  const navigate = useNavigate();
  const show = (change: { tab?: typeof search.tab; deal?: string }) =>
    void navigate({ to: '.', search: { ...search, ...change }, resetScroll: false });
  const kind = search.tab ?? 'deals';
  return (
    <Page
      title={messages.crediting.title}
      needs="read:deals"
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
            search: { tab: tab === 'territories' || tab === 'exchange-rates' ? tab : undefined },
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'deals',
            label: messages.crediting.deals,
            content: <Deals onOpen={(deal) => show({ deal })} />,
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
      {search.deal ? <DealDrawer dealId={search.deal} onClose={() => show({ deal: undefined })} /> : null}
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

function Deals({ onOpen }: { onOpen: (dealId: string) => void }) {
  const { tab: _tab, deal: _deal, kind, ...narrowed } = useSearch({ from });
  const narrow = useNarrow();
  const totals = useQuery(dealTotalsQuery(narrowed)).data?.rows ?? [];
  const filter = { ...narrowed, kind: kindShown(kind, totals) };
  const [text, setText] = useAddressText(filter.search, (search) => narrow({ search }));
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={messages.crediting.filterDeals} end={<DealTotals rows={totals} kind={filter.kind} />}>
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
        <span className="w-36">
          <DateInput
            aria-label={messages.crediting.firstDay}
            controlSize="sm"
            value={filter.from ?? ''}
            onChange={(event) => narrow({ from: event.target.value || undefined })}
          />
        </span>
        <span className="text-fg-3">{messages.crediting.to}</span>
        <span className="w-36">
          <DateInput
            aria-label={messages.crediting.lastDay}
            controlSize="sm"
            value={filter.to ?? ''}
            onChange={(event) => narrow({ to: event.target.value || undefined })}
          />
        </span>
      </Toolbar>
      <Boxed>
        <DealTable filter={filter} onSort={(sort) => narrow({ sort })} onOpen={(deal) => onOpen(deal.id)} />
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
