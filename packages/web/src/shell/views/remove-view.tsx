import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { SavedView } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const changes = [keys.savedViews, keys.audit];

/** Deletes a view. Its owner can restore it, also from another page. */
export function useRemoveView(failure: string | null, onRemoved?: () => void) {
  const choose = useAct({ act: client.savedViews.setDefault, changes, failure: messages.saveFailure });
  const restore = useAct({
    act: ({ list, name, search, isShared }: SavedView, options) =>
      client.savedViews.create({ list, name, search, isShared }, options),
    changes,
    failure: messages.restoreFailure,
    onDone: ({ list, id }, { isDefault }) => {
      if (isDefault) choose.mutate({ list, id });
    },
  });
  return useAct({
    act: ({ id }: SavedView, options) => client.savedViews.remove({ id }, options),
    changes,
    failure,
    onDone: (_, view) => {
      toast({
        title: messages.removed(view.name),
        meaning: 'ok',
        ...(view.isOwn && { action: { label: messages.undo, act: () => restore.mutate(view) } }),
      });
      onRemoved?.();
    },
  });
}

/** Asks before a view is deleted that others use. */
export function RemoveViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = useRemoveView(null, onClose);
  return (
    <ActDialog
      danger
      size="sm"
      title={messages.removeTitle(view.name)}
      act={remove}
      label={messages.removeView}
      onAct={() => remove.mutate(view)}
      onClose={onClose}
    >
      <p>{view.isOwn ? messages.removeShared : messages.removeOthers(view.owner)}</p>
    </ActDialog>
  );
}
