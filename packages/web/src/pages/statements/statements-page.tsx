import { useNavigate, useSearch } from '@tanstack/react-router';
import { useScope } from '../../api/me.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { StatementsExport, StatementTable } from '../../features/statements/statement-table.tsx';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { SearchField } from '../../ui/toolbar.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';

const meta = {
  tenant: 'Calculated pay, and how far its payment is.',
  team: "Your team's pay, and how far its payment is.",
  own: 'Your pay, and how far its payment is.',
};

/** `/compensation/statements`: the statements one may read. */
export function StatementsPage() {
  const scope = useScope('read:statements');
  const { search } = useSearch({ from: '/shell/compensation/statements' });
  const navigate = useNavigate();
  const [text, setText] = useAddressText(
    search,
    (next) => void navigate({ to: '.', search: { search: next }, replace: true, resetScroll: false }),
  );
  return (
    <Page
      title="Statements"
      needs="read:statements"
      crumbs={<Breadcrumbs steps={[{ label: 'Statements' }]} />}
      meta={scope ? meta[scope] : undefined}
    >
      <Card
        flush
        actions={
          <>
            {scope === 'own' ? null : (
              <SearchField
                label="Search participants"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
            <StatementsExport filter={{ search }} />
          </>
        }
      >
        <StatementTable filter={{ search }} own={scope === 'own'} />
      </Card>
    </Page>
  );
}
