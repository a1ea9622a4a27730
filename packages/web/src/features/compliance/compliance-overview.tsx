import type { ReactNode } from 'react';
import type { Compliance } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { Regions } from './regions.tsx';

/** How the workspace keeps to its policies: figures, regions and what happened lately. */
export function ComplianceOverview({ compliance }: { compliance: Compliance }) {
  const { security, residency, violations, events } = compliance;
  const words = messages;
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <FigureTile
          label={words.security.label}
          figure={percent(security.percent)}
          sub={security.whole === 0 ? words.security.empty : words.security.of(security.part, security.whole)}
          tone={toneOf(security)}
          corner={<How label={words.security.label}>{words.security.how}</How>}
        />
        <FigureTile
          label={words.residency.label}
          figure={percent(residency.percent)}
          sub={
            residency.whole === 0
              ? words.residency.empty
              : words.residency.of(residency.part, residency.whole)
          }
          tone={toneOf(residency)}
          corner={
            <How label={words.residency.label}>
              {words.residency.how} {words.residency.unlabeled(residency.unlabeled)}
            </How>
          }
        />
        <FigureTile
          label={words.violations.label}
          figure={violations.thisMonth}
          sub={words.violations.month(violations.lastMonth)}
          corner={<How label={words.violations.label}>{words.violations.how}</How>}
        />
      </FigureRow>
      <Regions regions={compliance.regions} />
      <Card flush title={words.events.title}>
        <DataTable
          label={words.events.title}
          columns={columns}
          rows={events}
          rowId={(row) => row.id}
          maxHeight="24rem"
          empty={<EmptyState title={words.events.none} text={words.events.noneText} />}
        />
      </Card>
    </div>
  );
}

const percent = (value: number | null) => (value === null ? messages.none : `${value}%`);

const toneOf = ({ percent: value }: Compliance['security']) =>
  value === null || value === 100 ? 'plain' : 'warn';

/** The formula of a figure. */
function How({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover
      label={messages.howOf(label)}
      trigger={
        <Button size="sm" variant="ghost" aria-label={messages.howOf(label)}>
          {messages.how}
        </Button>
      }
    >
      <p className="max-w-xs p-3 text-fg-2">{children}</p>
    </Popover>
  );
}

type Event = Compliance['events'][number];
const meanings = { violation: 'bad', 'policy-version': 'info', approval: 'ok' } as const;
const words = messages.events;

const columns: readonly TableColumn<Event>[] = [
  { id: 'at', head: words.at, value: (row) => row.at, cell: (row) => formatMoment(row.at), width: 170 },
  {
    id: 'kind',
    head: words.kind,
    value: (row) => words.kinds[row.kind],
    cell: (row) => <Badge meaning={meanings[row.kind]}>{words.kinds[row.kind]}</Badge>,
    width: 110,
  },
  { id: 'what', head: words.what, value: (row) => row.title, width: 260, grow: true },
  { id: 'text', head: words.text, value: textOf, width: 260 },
  { id: 'person', head: words.person, value: (row) => row.person, width: 150 },
];

function textOf({ kind, text }: Event): string {
  const decided: Readonly<Record<string, string>> = words.approvals;
  return kind === 'approval' ? (decided[text] ?? text) : text;
}
