import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';

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
  const now = vote.isPending ? vote.variables.type : suggestion.feedback;
  const thumb = (type: 'thumbs_up' | 'thumbs_down') => ({
    size: 'sm' as const,
    'aria-pressed': now === type,
    'aria-describedby': titleId,
    className: now === type ? 'bg-primary-soft! text-primary-text!' : undefined,
    onClick: () => vote.mutate({ id: suggestion.id, type }),
  });
  return (
    <>
      <IconButton {...thumb('thumbs_up')} label={messages.card.up} icon={<ThumbsUp aria-hidden />} />
      <IconButton {...thumb('thumbs_down')} label={messages.card.down} icon={<ThumbsDown aria-hidden />} />
    </>
  );
}
