import { useNavigate, useSearch } from '@tanstack/react-router';
import { UploadForm } from '../../features/imports/upload-form.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';

/** `/compensation/imports/new`: choose what comes in, and the file. */
export function NewImportPage() {
  const { kind, plan } = useSearch({ from: '/shell/compensation/imports/new' });
  const navigate = useNavigate();
  return (
    <Page
      title="New import"
      needs="import:records"
      crumbs={<Breadcrumbs steps={[{ label: 'Imports', link: paths.imports }, { label: 'New import' }]} />}
    >
      <Stepper
        label="Import steps"
        steps={[
          { id: 'file', label: 'File', state: 'current' },
          { id: 'mapping', label: 'Mapping', state: 'next' },
          { id: 'check', label: 'Dry run', state: 'next' },
          { id: 'store', label: 'Store', state: 'next' },
        ]}
      />
      <UploadForm kind={kind} planId={plan} onUploaded={(file) => void navigate(paths.import(file.id))} />
    </Page>
  );
}
