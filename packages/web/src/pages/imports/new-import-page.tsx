import { useNavigate, useSearch } from '@tanstack/react-router';
import { UploadForm } from '../../features/imports/upload-form.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from '../messages.ts';

/** `/compensation/imports/new`: the choice of type and file. */
export function NewImportPage() {
  const { kind, plan } = useSearch({ from: '/shell/compensation-dashboard/compensation/imports/new' });
  const navigate = useNavigate();
  return (
    <Page
      title={messages.imports.new}
      needs="import:records"
      crumbs={
        <Breadcrumbs
          steps={[{ label: messages.imports.title, link: paths.imports }, { label: messages.imports.new }]}
        />
      }
    >
      <Stepper
        label={messages.imports.steps}
        steps={[
          { id: 'file', label: messages.imports.file, state: 'current' },
          { id: 'mapping', label: messages.imports.mapping, state: 'next' },
          { id: 'check', label: messages.imports.dryRun, state: 'next' },
          { id: 'store', label: messages.imports.store, state: 'next' },
        ]}
      />
      <UploadForm kind={kind} planId={plan} onUploaded={(file) => void navigate(paths.import(file.id))} />
    </Page>
  );
}
