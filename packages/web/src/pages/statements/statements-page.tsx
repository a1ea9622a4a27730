import { useNavigate, useSearch } from '@tanstack/react-router';
import { useScope } from '../../api/me.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { StatementTable } from '../../features/statements/statement-table.tsx';
import { StatementZip } from '../../features/statements/statement-zip.tsx';
import { StatementsExport } from '../../features/statements/statements-export.tsx';
import { YearOfPay } from '../../features/statements/year-of-pay.tsx';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { SearchField } from '../../ui/toolbar.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

const meta = {
  tenant: messages.subtitle.tenant,
  team: messages.subtitle.team,
  own: messages.subtitle.own,
};

/** `/compensation/statements`: statements the user may read. */
export function StatementsPage() {
  const scope = useScope('read:statements');
  const address = useSearch({ from: '/shell/compensation-dashboard/compensation/statements' });
  const { search } = address;
  const navigate = useNavigate();
  const [text, setText] = useAddressText(
    search,
    (next) =>
      void navigate({ to: '.', search: { ...address, search: next }, replace: true, resetScroll: false }),
  );
  return (
    <Page
      title={messages.statements}
      needs="read:statements"
      views="statements"
      crumbs={<Breadcrumbs steps={[{ label: messages.statements }]} />}
      meta={scope ? meta[scope] : undefined}
    >
      {scope === 'own' ? <YearOfPay /> : null}
      <Card
        flush
        actions={
          <>
            {scope === 'own' ? null : (
              <SearchField
                label={messages.search}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
            {scope === 'own' ? null : <StatementZip />}
            <StatementsExport filter={{ search }} />
          </>
        }
      >
        <StatementTable filter={{ search }} own={scope === 'own'} />
      </Card>
    </Page>
  );
}
