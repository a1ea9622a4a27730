import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { Conversions } from '../../api/conversions/conversions.tsx';
import type { Budget, CostOverview } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney, formatMoneyShort } from '../../base/format-money.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { StackedBars } from '../../ui/charts/stacked-bars.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.overview;
type AgentCost = CostOverview['agents'][number];
type Category = CostOverview['categories'][number];

type OverviewProps = {
  costs: CostOverview;
  budgets: readonly Budget[];
  /** The cell of an agent, with a link to it. */
  agentLink: (agent: AgentCost) => ReactNode;
};

/** The month at a glance: figures, days, budgets, categories and agents. */
export function CostsOverview({ costs, budgets, agentLink }: OverviewProps) {
  const money = (amount: string | null) => formatMoney(amount, { currency: costs.currency });
  return (
    <div className="flex flex-col gap-4">
      <Tiles costs={costs} budgets={budgets} />
      {costs.unpriced > 0 ? (
        <p className="text-12 text-warn-text">{words.unpriced(counted(costs.unpriced, 'call'))}</p>
      ) : null}
      <Conversions of={costs} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title={words.chart}>
          <DayChart costs={costs} />
        </Card>
        <Card title={words.budgets}>
          {budgets.length === 0 ? (
            <EmptyState title={messages.budgets.none} text={messages.budgets.noneText} />
          ) : (
            <ul className="flex flex-col gap-4">
              {budgets.map((budget) => (
                <li key={budget.id}>
                  <BudgetBar budget={budget} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Categories costs={costs} />
      <Card
        flush
        title={words.agents}
        footer={
          <p className="text-12 text-fg-3">
            {words.agentsNote} {costs.idle === '0' ? '' : `${words.idle(money(costs.idle))}.`}
          </p>
        }
      >
        <Agents costs={costs} agentLink={agentLink} />
      </Card>
    </div>
  );
}

function changeText({ change, isOver }: CostOverview): string {
  if (change === null) return words.noChange;
  return isOver ? words.change(signed(change)) : words.changeSoFar(signed(change));
}

function Tiles({ costs, budgets }: { costs: CostOverview; budgets: readonly Budget[] }) {
  const money = (amount: string) => formatMoney(amount, { currency: costs.currency });
  const estimate = (amount: number) => money(amount.toFixed(2));
  const whole = budgets.find(({ scope, period }) => scope === 'workspace' && period === 'annual');
  const { forecast } = costs;
  return (
    <FigureRow>
      <FigureTile
        label={words.spent}
        figure={money(costs.spent)}
        sub={changeText(costs)}
        corner={whole ? <BudgetStatus status={whole.status} /> : undefined}
      />
      <FigureTile
        label={words.forecast}
        figure={forecast ? estimate(forecast.total) : '—'}
        sub={
          forecast
            ? words.between(estimate(forecast.low), estimate(forecast.high))
            : costs.isOver
              ? words.noForecast
              : words.monthOver
        }
      />
      <FigureTile
        label={words.perRun}
        figure={costs.costPerOperation === null ? '—' : money(costs.costPerOperation)}
        sub={words.runs(counted(costs.runs, 'run'), costs.efficiency)}
      />
      <FigureTile
        label={words.roi}
        figure={costs.roi === null ? '—' : grouped(costs.roi)}
        sub={costs.roi === null ? words.noReturn : words.saved(money(costs.savings))}
      />
    </FigureRow>
  );
}

/** `22800:1` as `22,800:1`. */
function grouped(roi: string): string {
  return roi.replace(/^\d+/, (digits) => formatCount(BigInt(digits)));
}

function signed(percent: string): string {
  return percent.startsWith('-') ? percent : `+${percent}`;
}

function DayChart({ costs }: { costs: CostOverview }) {
  const money = (amount: string | null) => formatMoney(amount, { currency: costs.currency });
  const unusual = new Map(costs.unusual.map((one) => [one.day, one]));
  const series = costs.categories.map(({ category, current }) => ({
    name: messages.categories[category],
    text: money(current),
  }));
  const bars = costs.days.map(({ day, languageModels, connections, infrastructure, expected }) => {
    const parts = [languageModels, connections, infrastructure];
    const values = parts.map(Number);
    const total = values.reduce((sum, value) => sum + value, 0);
    const odd = unusual.get(day);
    const label = dayOnly(day);
    return {
      label,
      values,
      expected: expected ?? undefined,
      mark: odd && markOf(label, odd),
      texts: [
        expected === null ? money(total.toFixed(2)) : `${words.expected} ${money(expected.toFixed(2))}`,
        ...parts.map(money),
      ],
    };
  });
  return (
    <>
      <StackedBars
        label={words.chart}
        series={series}
        bars={bars}
        formatY={(y) => formatMoneyShort(y, costs.currency)}
        names={[words.day, messages.agent.cost]}
      />
      {costs.unusual.map((one) => (
        <p key={one.day} className="text-12 text-bad-text">
          {markOf(dayOnly(one.day), one)}
        </p>
      ))}
    </>
  );
}

function markOf(label: string, { cost, usual }: { cost: number; usual: number }): string {
  return usual === 0 ? words.unusualNew(label) : words.unusual(label, (cost / usual).toFixed(1));
}

/** `Nov 23`. */
function dayOnly(day: string): string {
  return formatDay(day).replace(/,? \d{4}$/, '');
}

/** Healthy, warning, and red for anything else. */
export function BudgetStatus({ status }: Pick<Budget, 'status'>) {
  const meaning = status === 'healthy' ? 'ok' : status === 'warning' ? 'warn' : 'bad';
  return <Badge meaning={meaning}>{messages.statuses[status]}</Badge>;
}

/** A budget with its bar. */
export function BudgetBar({ budget }: { budget: Budget }) {
  const money = (amount: string) => formatMoney(amount, budget);
  const tone = budget.status === 'healthy' ? 'primary' : budget.status === 'warning' ? 'warn' : 'bad';
  return (
    <ProgressBar
      label={budget.name}
      value={Number(budget.used) / 100}
      detail={`${words.of(money(budget.spent), money(budget.limit))} · ${budget.used}%`}
      tone={tone}
    />
  );
}

function Categories({ costs }: { costs: CostOverview }) {
  const columns = useMemo((): readonly TableColumn<Category>[] => {
    const money = (amount: string | null) => formatMoney(amount, { currency: costs.currency });
    const head = messages.category;
    return [
      {
        id: 'category',
        head: head.category,
        value: (row) => messages.categories[row.category],
        width: 160,
        grow: true,
      },
      {
        id: 'current',
        head: head.current,
        value: (row) => row.current,
        cell: (row) => money(row.current),
        kind: 'figure',
        width: 130,
      },
      {
        id: 'budget',
        head: head.budget,
        value: (row) => row.budget,
        cell: (row) => money(row.budget),
        kind: 'figure',
        width: 140,
      },
      {
        id: 'change',
        head: head.change,
        value: (row) => row.change,
        cell: (row) => (row.change === null ? '—' : `${signed(row.change)}%`),
        kind: 'figure',
        width: 110,
      },
    ];
  }, [costs.currency]);
  return (
    <Card flush title={words.categories}>
      <DataTable
        label={words.categories}
        columns={columns}
        rows={costs.categories}
        rowId={(row) => row.category}
      />
    </Card>
  );
}

function Agents({ costs, agentLink }: Pick<OverviewProps, 'costs' | 'agentLink'>) {
  const columns = useMemo(() => agentColumns(costs.currency, agentLink), [costs.currency, agentLink]);
  return (
    <DataTable
      label={words.agents}
      columns={columns}
      rows={costs.agents}
      rowId={(row) => row.agentId ?? ''}
      empty={<EmptyState title={messages.agent.empty} />}
    />
  );
}

function agentColumns(
  currency: string,
  agentLink: OverviewProps['agentLink'],
): readonly TableColumn<AgentCost>[] {
  const money = (amount: string | null) => formatMoney(amount, { currency });
  const head = messages.agent;
  const figure = { kind: 'figure', width: 110 } as const;
  return [
    {
      id: 'agent',
      head: head.agent,
      value: (row) => row.name ?? head.none,
      cell: agentLink,
      width: 200,
      grow: true,
    },
    {
      ...figure,
      id: 'runs',
      head: head.runs,
      value: (row) => row.runs,
      cell: (row) => formatCount(row.runs),
    },
    { ...figure, id: 'cost', head: head.cost, value: (row) => row.cost, cell: (row) => money(row.cost) },
    {
      ...figure,
      id: 'share',
      head: head.share,
      value: (row) => row.share,
      cell: (row) => (row.share === null ? '—' : `${row.share}%`),
    },
    {
      ...figure,
      id: 'per-run',
      head: head.perRun,
      value: (row) => row.perRun,
      cell: (row) => formatMoney(row.perRun, { currency, decimals: 'exact' }),
    },
    {
      ...figure,
      id: 'savings',
      head: head.savings,
      value: (row) => row.savings,
      cell: (row) => money(row.savings),
      width: 150,
    },
    {
      ...figure,
      id: 'roi',
      head: head.roi,
      value: (row) => row.roi?.split(':')[0],
      cell: (row) => (row.roi === null ? '—' : grouped(row.roi)),
    },
  ];
}
