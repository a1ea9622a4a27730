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

/** `/compensation/audit`: every state change, in a log that can prove it was never rewritten. */
export function AuditPage() {
  const mayExport = useMay('export:audit');
  const search = useSearch({ from: '/shell/compensation/audit' });
  const navigate = useNavigate();
  const narrow = (change: typeof search) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true, resetScroll: false });
  const [action, setAction] = useAddressText(search.action, (next) => narrow({ action: next }));
  const [object, setObject] = useAddressText(search.object, (next) => narrow({ object: next }));
  return (
    <Page
      title="Audit & Compliance"
      needs="read:audit"
      crumbs={<Breadcrumbs steps={[{ label: 'Audit & Compliance' }]} />}
      meta="Changes, sign-ins, refusals and downloads. Append-only and tamper-evident."
      actions={
        mayExport ? (
          <a className={buttonLook({ variant: 'primary' })} href="/api/audit/export" download>
            <Download aria-hidden /> Export the log
          </a>
        ) : null
      }
    >
      <CheckpointCard />
      <Card
        flush
        title="Log"
        actions={
          <>
            <SearchField
              exact
              label="Exact action"
              value={action}
              onChange={(event) => setAction(event.target.value)}
            />
            <SearchField
              exact
              label="Exact object id"
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
