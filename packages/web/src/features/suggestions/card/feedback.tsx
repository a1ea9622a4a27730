import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { votes } from './vote-queue.ts';

/** Thumbs up or down; a new vote replaces the user's earlier one. */
export function Feedback({ suggestion, titleId }: { suggestion: Shown; titleId: string }) {
  const vote = useAct({
    act: client.suggestions.feedback,
    changes: [keys.suggestions, keys.assistant],
    failure: messages.feedback.failure,
    onDone: ({ type }) => {
      recordEvent('feedback', suggestion.id, { type });
      toast({
        id: 'feedback',
        title: messages.feedback.done,
        text: messages.feedback.text,
        meaning: 'ok',
      });
    },
  });
  const waiting = useSyncExternalStore(votes.subscribe, () => votes.find(suggestion.id)?.type ?? null);
  const now = vote.isPending ? vote.variables.type : (waiting ?? suggestion.feedback);
  const give = (type: 'thumbs_up' | 'thumbs_down') => {
    if (navigator.onLine) return vote.mutate({ id: suggestion.id, type });
    votes.add({ id: suggestion.id, type });
    toast({ id: 'feedback', title: messages.feedback.kept, text: messages.feedback.keptText });
  };
  const thumb = (type: 'thumbs_up' | 'thumbs_down') => ({
    size: 'sm' as const,
    'aria-pressed': now === type,
    'aria-describedby': titleId,
    className: now === type ? 'bg-primary-soft! text-primary-text!' : undefined,
    onClick: () => give(type),
  });
  return (
    <>
      <IconButton {...thumb('thumbs_up')} label={messages.card.up} icon={<ThumbsUp aria-hidden />} />
      <IconButton {...thumb('thumbs_down')} label={messages.card.down} icon={<ThumbsDown aria-hidden />} />
    </>
  );
}
