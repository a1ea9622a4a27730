import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useMay } from '../../api/me.ts';
import { ImportTable } from '../../features/imports/import-table.tsx';
import { ProfileTable } from '../../features/imports/profile-table.tsx';
import { RememberedNames } from '../../features/imports/remembered-names.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from '../messages.ts';

/** `/compensation/imports`: all imported and unfinished files. */
export function ImportsPage() {
  const mayImport = useMay('import:records');
  return (
    <Page
      title={messages.imports.title}
      needs="read:imports"
      crumbs={<Breadcrumbs steps={[{ label: messages.imports.title }]} />}
      meta={messages.imports.subtitle}
      actions={
        mayImport ? (
          <Link className={buttonLook({ variant: 'primary' })} {...paths.newImport}>
            <FileUp aria-hidden /> {messages.imports.new}
          </Link>
        ) : null
      }
    >
      <Card flush title={messages.imports.files}>
        <ImportTable
          empty={
            <EmptyState
              title={messages.imports.none}
              text={messages.imports.noneText}
              action={
                mayImport ? (
                  <Link className={buttonLook({ variant: 'primary' })} {...paths.newImport}>
                    {messages.imports.new}
                  </Link>
                ) : null
              }
            />
          }
        />
      </Card>
      <ProfileTable />
      <RememberedNames mayImport={mayImport} />
    </Page>
  );
}
