import { useNavigate, useSearch } from '@tanstack/react-router';
import { DisputeDrawer } from '../features/disputes/dispute-drawer.tsx';
import { DisputeTable } from '../features/disputes/dispute-table.tsx';
import { messages as disputeMessages } from '../features/disputes/messages.ts';
import { disputesSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/disputes`: questions about pay and their answers. */
export function DisputesPage() {
  const address = useSearch({
    from: '/shell/compensation-dashboard/compensation/disputes',
  });
  const { dispute, show = 'unresolved' } = address;
  const navigate = useNavigate();
  const move = (search: { dispute?: string | undefined; show?: string }) =>
    void navigate({ to: '.', search: disputesSearch({ ...address, ...search }), resetScroll: false });
  const { list } = disputeMessages;
  return (
    <Page
      title={messages.disputes.title}
      needs="read:disputes"
      views="disputes"
      crumbs={<Breadcrumbs steps={[{ label: messages.disputes.title }]} />}
      meta={messages.disputes.subtitle}
    >
      <Card
        flush
        actions={
          <SegmentedControl
            label={list.show}
            value={show}
            onValueChange={(next) => move({ show: next })}
            segments={[
              { value: 'unresolved', label: list.unresolved },
              { value: 'resolved', label: list.resolved },
              { value: 'all', label: list.all },
            ]}
          />
        }
      >
        <DisputeTable status={show === 'all' ? undefined : show} onOpen={({ id }) => move({ dispute: id })} />
      </Card>
      {dispute === undefined ? null : (
        <DisputeDrawer id={dispute} onClose={() => move({ dispute: undefined })} />
      )}
    </Page>
  );
}
