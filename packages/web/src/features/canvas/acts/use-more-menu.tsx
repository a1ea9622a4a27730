import type { WorkflowDetail } from '@attain/contract/workflows';
import { AlarmClock, Download, FileUp, Keyboard, Play } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { downloadText } from '../../../base/files/download.ts';
import { hotkeyWords } from '../../../base/use-hotkey.ts';
import type { MenuSection } from '../../../ui/overlays/menu-sections.ts';
import { useCanvas } from '../editing/canvas-context.ts';
import { canonicalText } from '../editing/same-workflow.ts';
import { KeysDialog, NewWorkflowDialog, StartsDialog } from '../late-parts.tsx';
import { messages } from '../messages.ts';

/** The menu of less common actions: triggers, export, import, keyboard shortcuts. */
export function useMoreMenu(
  stored: WorkflowDetail,
  on: { readonly onCreated: (workflowId: string) => void; readonly onRunDraft: (() => void) | null },
): { sections: readonly MenuSection[]; dialog: ReactNode } {
  const { store, editable } = useCanvas();
  const [open, setOpen] = useState<'starts' | 'import' | 'keys' | null>(null);
  const close = () => setOpen(null);
  const items = [
    ...(on.onRunDraft
      ? [
          {
            id: 'draft',
            label: messages.run.draft,
            icon: <Play aria-hidden />,
            keys: hotkeyWords('shift+r'),
            onSelect: on.onRunDraft,
          },
        ]
      : []),
    {
      id: 'starts',
      label: messages.more.triggers,
      icon: <AlarmClock aria-hidden />,
      onSelect: () => setOpen('starts'),
    },
    {
      id: 'export',
      label: messages.more.export,
      icon: <Download aria-hidden />,
      onSelect: () => downloadText(`${stored.id}.json`, canonicalText(store.get().history.workflow)),
    },
    {
      id: 'import',
      label: messages.more.import,
      icon: <FileUp aria-hidden />,
      disabled: !editable,
      onSelect: () => setOpen('import'),
    },
    {
      id: 'keys',
      label: messages.more.keys,
      icon: <Keyboard aria-hidden />,
      onSelect: () => setOpen('keys'),
    },
  ];
  const dialog = (
    <Suspense fallback={null}>
      {open === 'starts' ? <StartsDialog workflow={stored} onClose={close} /> : null}
      {open === 'import' ? <NewWorkflowDialog onCreated={on.onCreated} onClose={close} /> : null}
      {open === 'keys' ? <KeysDialog onClose={close} /> : null}
    </Suspense>
  );
  return { sections: [{ id: 'more', items }], dialog };
}
