import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/me.ts';
import { ImportsExport } from '../../features/imports/import-export.tsx';
import { ImportTable } from '../../features/imports/import-table.tsx';
import { ProfileTable } from '../../features/imports/profile-table.tsx';
import { RememberedNames } from '../../features/imports/remembered-names.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from '../messages.ts';

const Connectors = lazy(async () => ({
  default: (await import('../../features/imports/connectors/connectors.tsx')).Connectors,
}));

/** `/compensation/imports`: all imported and unfinished files, and the connectors that bring some. */
export function ImportsPage() {
  const mayImport = useMay('import:records');
  return (
    <Page
      title={messages.imports.title}
      needs="read:imports"
      views="imports"
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
      <ImportTabs mayImport={mayImport} />
    </Page>
  );
}

const tabPaths = { files: paths.imports, connectors: paths.connectors };

function ImportTabs({ mayImport }: { mayImport: boolean }) {
  const { tab, connector } = useSearch({ from: '/shell/compensation-dashboard/compensation/imports' });
  const navigate = useNavigate();
  return (
    <Tabs
      label={messages.imports.tabs}
      value={tab ?? 'files'}
      onValueChange={(value) => void navigate(tabPaths[value as keyof typeof tabPaths])}
      tabs={[
        { value: 'files', label: messages.imports.files, content: <Files mayImport={mayImport} /> },
        {
          value: 'connectors',
          label: messages.imports.connectors,
          content: (
            <Suspense fallback={<SkeletonText lines={5} />}>
              <Connectors
                openedId={connector}
                onOpen={(id) => void navigate(id === undefined ? paths.connectors : paths.connector(id))}
              />
            </Suspense>
          ),
        },
      ]}
    />
  );
}

function Files({ mayImport }: { mayImport: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <Card flush title={messages.imports.files} actions={<ImportsExport />}>
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
    </div>
  );
}
