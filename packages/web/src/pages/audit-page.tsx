import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMay } from '../api/me.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { AuditTable } from '../features/audit/audit-table.tsx';
import { CheckpointCard } from '../features/audit/checkpoint-card.tsx';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateInput } from '../ui/fields/date-input.tsx';
import { SearchField } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/audit`: the tamper-evident log of all changes. */
export function AuditPage() {
  const mayExport = useMay('export:audit');
  const search = useSearch({ from: '/shell/compensation-dashboard/compensation/audit' });
  const navigate = useNavigate();
  const narrow = (change: typeof search) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true, resetScroll: false });
  const [action, setAction] = useAddressText(search.action, (next) => narrow({ action: next }));
  const [person, setPerson] = useAddressText(search.person, (next) => narrow({ person: next }));
  const [object, setObject] = useAddressText(search.object, (next) => narrow({ object: next }));
  return (
    <Page
      title={messages.audit.title}
      needs="read:audit"
      views="audit"
      crumbs={<Breadcrumbs steps={[{ label: messages.audit.title }]} />}
      meta={messages.audit.subtitle}
      actions={
        mayExport ? (
          <a className={buttonLook({ variant: 'primary' })} href="/api/audit/export" download>
            <Download aria-hidden /> {messages.audit.export}
          </a>
        ) : null
      }
    >
      <CheckpointCard />
      <Card
        flush
        title={messages.audit.log}
        actions={
          <>
            <SearchField
              label={messages.audit.person}
              value={person}
              onChange={(event) => setPerson(event.target.value)}
            />
            {(['from', 'to'] as const).map((edge) => (
              <DateInput
                key={edge}
                controlSize="sm"
                className="w-38"
                aria-label={messages.audit[edge]}
                value={search[edge] ?? ''}
                onChange={({ target }) => narrow({ [edge]: target.value || undefined })}
              />
            ))}
            <SearchField
              exact
              label={messages.audit.action}
              value={action}
              onChange={(event) => setAction(event.target.value)}
            />
            <SearchField
              exact
              label={messages.audit.objectId}
              value={object}
              onChange={(event) => setObject(event.target.value)}
            />
          </>
        }
      >
        <AuditTable
          filter={{
            action: search.action,
            objectId: search.object,
            person: search.person,
            from: startOf(search.from),
            before: startOf(search.to, 1),
          }}
        />
      </Card>
    </Page>
  );
}

/** The first moment of a day of the reader, or of so many days after it; undefined: no such day. */
function startOf(day: string | undefined, later = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = (day ?? '').split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return day === undefined || Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
