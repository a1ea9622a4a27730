import { type ViewedList, viewLimits } from '@attain/domain/access/saved-views';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { SavedView } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Names a new view, or renames one. */
export function ViewDialog(props: {
  list: ViewedList;
  search: SavedView['search'];
  /** The view to rename; undefined: a new one. */
  view: SavedView | undefined;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}) {
  const { list, search, view, onSaved, onClose } = props;
  const formId = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const save = useAct({
    act: (_: { name: string; isShared: boolean }, options) =>
      view
        ? client.savedViews.change({ id: view.id, revision: view.revision, name }, options)
        : client.savedViews.create({ list, name, search, isShared }, options),
    changes: [keys.savedViews, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({ title: messages.saved, text: saved.name, meaning: 'ok' });
      if (view === undefined) onSaved(saved);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, isShared });
  };
  return (
    <ActDialog
      act={save}
      size="sm"
      title={view ? messages.renameTitle(view.name) : messages.saveTitle}
      description={view ? undefined : messages.saveText}
      label={view ? messages.submitName : messages.submit}
      disabled={name.trim() === ''}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={messages.name} required>
          <Input value={name} maxLength={viewLimits.name} onChange={({ target }) => setName(target.value)} />
        </Field>
        {view ? null : (
          <Checkbox
            label={messages.share}
            hint={messages.shareHint}
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
          />
        )}
      </form>
    </ActDialog>
  );
}
