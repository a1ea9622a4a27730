import { Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isNegative } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount, formatPercent } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { Toasts } from '../../ui/overlays/toast.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { FilterChip, SearchField, Toolbar } from '../../ui/toolbar.tsx';
import { ActionSpecimens, ThemeChoice } from './action-specimens.tsx';
import { ChartSpecimens } from './chart-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { messages } from './messages.ts';
import { StateSpecimens } from './state-specimens.tsx';
import { TableSpecimens } from './table-specimens.tsx';

/** Everything the kit has, on one page, for those who build with it. Not part of a production build. */
export function DesignPage() {
  return (
    <>
      <main className="mx-auto flex max-w-[1400px] flex-col gap-6 p-5">
        <PageHeader
          crumbs={
            <Breadcrumb
              crumbs={[
                { id: 'home', content: <a href="/design">{messages.design.attain}</a> },
                { id: 'here', content: 'Design' },
              ]}
            />
          }
          title={messages.design.theCalmLedger}
          beside={<Badge meaning="info">{messages.design.developmentOnly}</Badge>}
          meta={
            <>
              {messages.design.everyPartBothThemes} <span className="font-mono text-12">v0.1.0</span>
            </>
          }
          actions={
            <>
              <ThemeChoice />
              <Button icon={<Upload aria-hidden />}>{messages.design.import}</Button>
              <Button variant="primary">{messages.design.newPlan}</Button>
            </>
          }
        />
        <FigureRow>
          <FigureTile label={messages.design.targetVariable} figure="$6,144,000.00" sub="64 × $96,000" />
          <FigureTile
            label={messages.design.projectedPayout}
            figure="$6,582,120.75"
            sub={messages.design.v71AgainstTarget}
            tone="ok"
          />
          <FigureTile
            label={messages.design.compCostOfSales}
            figure="9.84%"
            sub={messages.design.v03PointsOnQ3}
          >
            <Sparkline
              label={messages.design.costOfSales8}
              values={[11, 10.8, 10.9, 10.4, 10.5, 10.1, 10.1, 9.84]}
            />
          </FigureTile>
          <FigureTile
            label={messages.design.payoutAtRisk}
            figure="($43,812.00)"
            sub={messages.design.v3DisputesOpen}
            tone="bad"
          />
        </FigureRow>
        <Ledger />
        <ActionSpecimens />
        <FieldSpecimens />
        <StateSpecimens />
        <ChartSpecimens />
        <TableSpecimens columns={few} rowsOf={makeDeals} />
      </main>
      <Toasts />
    </>
  );
}

type Deal = {
  id: string;
  payee: string;
  territory: string;
  closed: string;
  amount: string;
  rate: string | null;
  change: string;
  state: 'Paid' | 'Open' | 'Disputed';
};

const rowCount = 100_000;
const territories = ['US-West', 'EMEA-N', 'LATAM', 'Nordics', 'APAC-S', 'Iberia', 'DACH'];
const first = ['Avery', 'Noor', 'Mateus', 'Ingrid', 'Priya', 'Tomás', 'Lena', 'Kofi', 'Yuki'];
const last = ['Chen', 'Haddad', 'Silva', 'Solberg', 'Raman', 'Vega', 'Fischer', 'Mensah', 'Tanaka'];
const badges = { Paid: 'ok', Open: 'neutral', Disputed: 'warn' } as const;

/** Rows made by arithmetic alone, so that every visit shows the same ones. */
function makeDeals(count: number): Deal[] {
  return Array.from({ length: count }, (_, index) => {
    const mixed = (index * 2_654_435_761) % 4_294_967_296;
    const cents = (mixed % 4_000_000) - 150_000;
    return {
      id: `OPP-${100_000 + index}`,
      payee: `${first[mixed % 9]} ${last[(mixed >>> 4) % 9]}`,
      territory: territories[mixed % 7] ?? '',
      closed: new Date(Date.UTC(2025, 0, 1 + (mixed % 700))).toISOString().slice(0, 10),
      amount: cents100(cents),
      rate: index % 11 === 3 ? null : `0.0${1 + (mixed % 899)}`,
      change: cents100((mixed % 90_000) - 40_000),
      state: index % 13 === 0 ? 'Disputed' : index % 3 === 0 ? 'Open' : 'Paid',
    };
  });
}

function cents100(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function amountCell(amount: string) {
  const text = formatMoney(amount, { currency: 'USD', currencyIn: 'head' });
  return isNegative(amount) ? <span className="text-bad-text">{text}</span> : text;
}

const columns: readonly TableColumn<Deal>[] = [
  { id: 'id', head: messages.design.deal, value: (deal) => deal.id, width: 120, footer: messages.design.sum },
  { id: 'payee', head: messages.design.participant, value: (deal) => deal.payee, width: 180, grow: true },
  { id: 'territory', head: messages.design.territory, value: (deal) => deal.territory, width: 120 },
  {
    id: 'closed',
    head: messages.design.closed,
    value: (deal) => deal.closed,
    cell: (deal) => formatDay(deal.closed),
    width: 120,
  },
  {
    id: 'amount',
    head: messages.design.amount,
    kind: 'figure',
    value: (deal) => deal.amount,
    cell: (deal) => amountCell(deal.amount),
    width: 150,
  },
  {
    id: 'rate',
    head: messages.design.rate,
    kind: 'figure',
    value: (deal) => deal.rate,
    cell: (deal) => formatPercent(deal.rate),
    width: 90,
  },
  {
    id: 'change',
    head: messages.design.vsOct,
    kind: 'figure',
    value: (deal) => deal.change,
    cell: (deal) => (
      <span className={isNegative(deal.change) ? 'text-bad-text' : 'text-ok-text'}>
        {formatMoney(deal.change, { currency: 'USD', signed: true })}
      </span>
    ),
    width: 120,
  },
  {
    id: 'state',
    head: messages.design.status,
    value: (deal) => deal.state,
    cell: (deal) => <Badge meaning={badges[deal.state]}>{deal.state}</Badge>,
    width: 110,
  },
];

function Ledger() {
  const deals = useMemo(() => makeDeals(rowCount), []);
  const [wanted, setWanted] = useState('');
  const rows = useMemo(
    () => deals.filter((deal) => deal.payee.toLowerCase().includes(wanted.toLowerCase())),
    [deals, wanted],
  );
  const summed = useMemo(() => {
    const cents = rows.reduce((sum, deal) => sum + BigInt(deal.amount.replace('.', '')), 0n);
    const footer = formatMoney(
      `${cents / 100n}.${String(cents % 100n)
        .replace('-', '')
        .padStart(2, '0')}`,
      { currency: 'USD', currencyIn: 'head' },
    );
    return columns.map((column) => (column.id === 'amount' ? { ...column, footer } : column));
  }, [rows]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <Card
      flush
      title={messages.design.creditedDeals}
      beside={<Badge>{formatCount(rows.length)}</Badge>}
      actions={
        <Toolbar
          label={messages.design.filterDeals}
          end={selected.size > 0 ? `${formatCount(selected.size)} selected` : null}
        >
          <SearchField
            label={messages.design.searchParticipant}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
          {wanted ? (
            <FilterChip label={messages.design.participant} value={wanted} onClear={() => setWanted('')} />
          ) : null}
        </Toolbar>
      }
    >
      <DataTable
        label={messages.design.creditedDeals}
        columns={summed}
        rows={rows}
        rowId={(deal) => deal.id}
        selected={selected}
        onSelectedChange={setSelected}
        onOpenRow={(deal) => toast({ title: deal.id, text: deal.payee })}
        empty={<EmptyState title={messages.design.noDealMatches} text={messages.design.clearTheSearchTo} />}
        maxHeight="26rem"
      />
    </Card>
  );
}

const few = columns.slice(0, 5).map((column) => ({ ...column, footer: undefined }));
