import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMay } from '../api/me.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { AuditTable } from '../features/audit/audit-table.tsx';
import { CheckpointCard } from '../features/audit/checkpoint-card.tsx';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
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
        <AuditTable filter={{ action: search.action, objectId: search.object }} />
      </Card>
    </Page>
  );
}
