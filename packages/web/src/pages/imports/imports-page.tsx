import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useMay } from '../../api/me.ts';
import { ImportTable } from '../../features/imports/import-table.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';

/** `/compensation/imports`: every file that came in, or is on its way. */
export function ImportsPage() {
  const mayImport = useMay('import:records');
  return (
    <Page
      title="Imports"
      needs="read:imports"
      crumbs={<Breadcrumbs steps={[{ label: 'Imports' }]} />}
      meta="Every stored row knows its file, its line and its original text."
      actions={
        mayImport ? (
          <Link className={buttonLook({ variant: 'primary' })} {...paths.newImport}>
            <FileUp aria-hidden /> New import
          </Link>
        ) : null
      }
    >
      <Card flush title="Files">
        <ImportTable
          empty={
            <EmptyState
              title="No imports yet"
              text="Start with a file of participants, then quotas and deals. A dry run shows everything before it is stored."
              action={
                mayImport ? (
                  <Link className={buttonLook({ variant: 'primary' })} {...paths.newImport}>
                    New import
                  </Link>
                ) : null
              }
            />
          }
        />
      </Card>
    </Page>
  );
}
