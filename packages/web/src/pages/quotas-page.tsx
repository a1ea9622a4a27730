import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import type { QuotaRow } from '../api/shapes.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { QuotaYears } from '../features/records/quota-years.tsx';
import { QuotasExport } from '../features/records/record-exports.tsx';
import { QuotaTable } from '../features/records/record-tables.tsx';
import { RemoveQuotas } from '../features/records/remove-quotas.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { SearchField } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/quotas`: quotas by participant and period. */
export function QuotasPage() {
  const mayImport = useMay('import:records');
  const address = useSearch({ from: '/shell/compensation-dashboard/compensation/quotas' });
  const { search, year } = address;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlyMap<string, QuotaRow>>(new Map());
  const [text, setText] = useAddressText(
    search,
    (next) =>
      void navigate({ to: '.', search: { ...address, search: next }, replace: true, resetScroll: false }),
  );
  const go = (next: string | undefined) =>
    void navigate({ to: '.', search: { ...address, year: next }, replace: true, resetScroll: false });
  return (
    <Page
      title={messages.quotas.title}
      needs="read:quotas"
      views="quotas"
      crumbs={<Breadcrumbs steps={[{ label: messages.quotas.title }]} />}
      meta={messages.quotas.subtitle}
      actions={
        mayImport ? (
          <Link className={buttonLook({ variant: 'primary' })} {...paths.newImportOf('quotas')}>
            <FileUp aria-hidden /> {messages.quotas.import}
          </Link>
        ) : null
      }
    >
      <Card
        flush
        actions={
          <>
            <SearchField
              label={messages.quotas.search}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <SegmentedControl
              size="sm"
              label={messages.quotas.view}
              value={year === undefined ? 'list' : 'periods'}
              onValueChange={(view) => go(view === 'list' ? undefined : 'newest')}
              segments={[
                { value: 'list', label: messages.quotas.list },
                { value: 'periods', label: messages.quotas.byPeriod },
              ]}
            />
            <QuotasExport search={search} />
            {mayImport && year === undefined ? (
              <RemoveQuotas chosen={[...chosen.values()]} onRemoved={() => setChosen(new Map())} />
            ) : null}
          </>
        }
      >
        {year === undefined ? (
          <QuotaTable
            search={search}
            selected={mayImport ? chosen : undefined}
            onSelectedChange={mayImport ? setChosen : undefined}
          />
        ) : (
          <QuotaYears
            search={search}
            year={year === 'newest' ? undefined : Number(year)}
            onYear={(next) => go(String(next))}
          />
        )}
      </Card>
    </Page>
  );
}
