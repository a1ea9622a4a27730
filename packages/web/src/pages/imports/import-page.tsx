import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { importQuery } from '../../api/queries.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatBytes } from '../../base/format-number.ts';
import { ImportPay } from '../../features/calculations/recalculations/import-pay.tsx';
import { ImportWizard } from '../../features/imports/import-wizard.tsx';
import { kindWords, shownStatus } from '../../features/imports/import-words.ts';
import { useMayImport } from '../../features/imports/may-import.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from '../messages.ts';

const CalculateImport = lazy(async () => ({
  default: (await import('../../features/closes/calculate-import.tsx')).CalculateImport,
}));

/** `/compensation/imports/$importId`: one file, at its current step. */
export function ImportPage() {
  const { importId } = useParams({ from: '/shell/compensation-dashboard/compensation/imports/$importId' });
  const file = useQuery(importQuery(importId));
  const mayImport = useMayImport();
  const mayRun = useMay('run:calculations');
  const found = file.data;
  const status = found && shownStatus(found);
  return (
    <Page
      title={found?.fileName ?? messages.imports.one}
      needs="read:imports"
      crumbs={
        <Breadcrumbs
          steps={[{ label: messages.imports.title, link: paths.imports }, { label: found?.fileName ?? '…' }]}
        />
      }
      beside={status ? <Badge meaning={status.meaning}>{status.label}</Badge> : null}
      meta={
        found
          ? messages.imports.facts(
              kindWords[found.kind].label,
              formatBytes(found.byteCount),
              formatMoment(found.createdAt),
              found.createdBy,
            )
          : undefined
      }
    >
      <Loaded query={file} failure={messages.imports.failure}>
        {(data) => (
          <ImportWizard
            key={data.id}
            file={data}
            mayImport={mayImport(data.kind)}
            calculate={
              mayRun && data.status === 'committed' ? (
                <Suspense fallback={null}>
                  <CalculateImport importId={data.id} />
                </Suspense>
              ) : null
            }
            pay={data.summary?.pay && data.status === 'checked' ? <ImportPay pay={data.summary.pay} /> : null}
          />
        )}
      </Loaded>
    </Page>
  );
}
