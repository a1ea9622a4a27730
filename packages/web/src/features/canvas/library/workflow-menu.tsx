import type { WorkflowSummary } from '@attain/contract/workflows';
import { Archive, ArchiveRestore, CopyPlus, Ellipsis, History, Tags, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx';
import { messages } from './messages.ts';

const DuplicateDialog = lazy(async () => ({
  default: (await import('./duplicate-dialog.tsx')).DuplicateDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}));
const RetireDialog = lazy(async () => ({ default: (await import('./retire-dialog.tsx')).RetireDialog }));
const TagsDialog = lazy(async () => ({ default: (await import('./tags-dialog.tsx')).TagsDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** What can be done with a workflow from the list: see its versions, duplicate, tag, retire or delete it. */
export function WorkflowMenu({
  workflow,
  onCreated,
}: {
  workflow: WorkflowSummary;
  onCreated: (id: string) => void;
}) {
  const [open, setOpen] = useState<'duplicate' | 'versions' | 'tags' | 'retire' | 'remove' | null>(null);
  const mayEdit = useMay('edit:workflows');
  const mayPublish = useMay('publish:workflows');
  const close = () => setOpen(null);
  const { isActive, name } = workflow;
  const items = [
    {
      id: 'versions',
      label: messages.versions.open,
      icon: <History aria-hidden />,
      onSelect: () => setOpen('versions'),
    },
    ...(mayEdit
      ? [
          {
            id: 'duplicate',
            label: messages.duplicate.open,
            icon: <CopyPlus aria-hidden />,
            onSelect: () => setOpen('duplicate'),
          },
          {
            id: 'tags',
            label: messages.tags.open,
            icon: <Tags aria-hidden />,
            onSelect: () => setOpen('tags'),
          },
        ]
      : []),
    ...(mayPublish
      ? [
          {
            id: 'retire',
            label: isActive ? messages.retire.open : messages.restore.open,
            icon: isActive ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />,
            onSelect: () => setOpen('retire'),
          },
          {
            id: 'remove',
            label: messages.remove.open,
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setOpen('remove'),
          },
        ]
      : []),
  ];
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton size="sm" label={messages.library.actionsOf(name)} icon={<Ellipsis aria-hidden />} />
        }
        sections={[{ id: 'actions', items }]}
      />
      <Suspense fallback={null}>
        {open === 'duplicate' ? (
          <DuplicateDialog workflow={workflow} onCreated={onCreated} onClose={close} />
        ) : null}
        {open === 'versions' ? <VersionsDialog workflow={workflow} onClose={close} /> : null}
        {open === 'tags' ? <TagsDialog workflow={workflow} onClose={close} /> : null}
        {open === 'remove' ? <DeleteDialog workflow={workflow} onClose={close} /> : null}
        {open === 'retire' ? <RetireDialog workflow={workflow} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
