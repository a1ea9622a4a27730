import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../api/me.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { DisputeDrawer } from '../features/disputes/dispute-drawer.tsx';
import { DisputesExport } from '../features/disputes/dispute-export.tsx';
import { DisputeFigures } from '../features/disputes/dispute-figures.tsx';
import { DisputeTable } from '../features/disputes/dispute-table.tsx';
import { messages as disputeMessages } from '../features/disputes/messages.ts';
import { disputesSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { SearchField } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/disputes`: questions about pay and their answers. */
export function DisputesPage() {
  const address = useSearch({
    from: '/shell/compensation-dashboard/compensation/disputes',
  });
  const { dispute, show = 'unresolved', search } = address;
  const mayResolve = useMay('resolve:disputes');
  const navigate = useNavigate();
  const move = (search: { dispute?: string | undefined; show?: string; search?: string | undefined }) =>
    void navigate({ to: '.', search: disputesSearch({ ...address, ...search }), resetScroll: false });
  const [text, setText] = useAddressText(search, (next) => move({ search: next }));
  const { list } = disputeMessages;
  const filter = { ...(show === 'all' ? {} : { status: show }), search };
  return (
    <Page
      title={messages.disputes.title}
      needs="read:disputes"
      views="disputes"
      crumbs={<Breadcrumbs steps={[{ label: messages.disputes.title }]} />}
      meta={messages.disputes.subtitle}
    >
      {mayResolve ? <DisputeFigures /> : null}
      <Card
        flush
        actions={
          <>
            <SearchField label={list.search} value={text} onChange={(event) => setText(event.target.value)} />
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
            <DisputesExport filter={filter} />
          </>
        }
      >
        <DisputeTable filter={filter} onOpen={({ id }) => move({ dispute: id })} />
      </Card>
      {dispute === undefined ? null : (
        <DisputeDrawer id={dispute} onClose={() => move({ dispute: undefined })} />
      )}
    </Page>
  );
}
