import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../api/me.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { DisputeDrawer } from '../features/disputes/dispute-drawer.tsx';
import { DisputesExport } from '../features/disputes/dispute-export.tsx';
import { DisputeFigures } from '../features/disputes/dispute-figures.tsx';
import { DisputeTable } from '../features/disputes/dispute-table.tsx';
import { messages as disputeMessages } from '../features/disputes/messages.ts';
import { paths } from '../paths.ts';
import { disputesSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

const from = '/shell/compensation-dashboard/compensation/disputes';

const Reviews = lazy(async () => ({ default: (await import('../features/sign-offs/reviews.tsx')).Reviews }));

/** `/compensation/disputes`: questions about pay and their answers, and the pay that managers sign off. */
export function DisputesPage() {
  const address = useSearch({ from });
  const { tab, month } = address;
  const navigate = useNavigate();
  const maySign = useMay('approve:results');
  const mayPublish = useMay('publish:calculations');
  const reviews = tab === 'reviews' && (maySign || mayPublish);
  return (
    <Page
      title={messages.disputes.title}
      needs="read:disputes"
      views={reviews ? undefined : 'disputes'}
      crumbs={<Breadcrumbs steps={[{ label: messages.disputes.title }]} />}
      meta={messages.disputes.subtitle}
    >
      {maySign || mayPublish ? (
        <Tabs
          label={messages.disputes.tabs}
          value={reviews ? 'reviews' : 'disputes'}
          onValueChange={(next) =>
            void navigate({
              to: '.',
              search: disputesSearch({ ...address, dispute: undefined, tab: next }),
            })
          }
          tabs={[
            { value: 'disputes', label: messages.disputes.disputes, content: <Disputes /> },
            {
              value: 'reviews',
              label: messages.disputes.reviews,
              content: (
                <Suspense fallback={null}>
                  <Reviews month={month} onMonth={(one) => void navigate(paths.reviews(one))} />
                </Suspense>
              ),
            },
          ]}
        />
      ) : (
        <Disputes />
      )}
    </Page>
  );
}

function Disputes() {
  const address = useSearch({ from });
  const { dispute, show = 'unresolved', search } = address;
  const mayResolve = useMay('resolve:disputes');
  const navigate = useNavigate();
  const move = (next: { dispute?: string | undefined; show?: string; search?: string | undefined }) =>
    void navigate({ to: '.', search: disputesSearch({ ...address, ...next }), resetScroll: false });
  const [text, setText] = useAddressText(search, (next) => move({ search: next }));
  const { list } = disputeMessages;
  const filter = { ...(show === 'all' ? {} : { status: show }), search };
  return (
    <div className="flex flex-col gap-4">
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
    </div>
  );
}
