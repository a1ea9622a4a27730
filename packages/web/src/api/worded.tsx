import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { messages } from './messages.ts';

export type Wordable = Parameters<typeof client.questions.word>[0];

export type WordedProps = {
  of: Wordable;
  /** Draws the text; null: the computed one. */
  children: (worded: string | null) => ReactNode;
};

/**
 * A computed text, reworded once the workspace's language model has done so. The model is named, and the computed text is one click
 * away. Without a model, and while it is asked, the computed text is all there is.
 */
export function Worded({ of, children }: WordedProps) {
  const [isComputed, setIsComputed] = useState(false);
  const wording = useQuery({
    queryKey: [...keys.assistant, 'wording', of],
    queryFn: ({ signal }) => client.questions.word(of, { signal }),
    // each attempt may cost money; another computed text is another wording
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { model = null, text = null, problem = null } = wording.data ?? {};
  if (model === null) return children(null);
  if (text === null)
    return (
      <>
        {children(null)}
        {problem === null ? null : (
          <p className="mt-1 text-12 text-fg-3">{messages.worded.dropped(problem)}</p>
        )}
      </>
    );
  return (
    <>
      {children(isComputed ? null : text)}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ai-text">
        <span className="inline-flex items-center gap-1">
          <Sparkles aria-hidden className="size-3.5" />{' '}
          {isComputed ? messages.worded.byAttain(model) : messages.worded.by(model)}
        </span>
        <Button size="sm" variant="ghost" onClick={() => setIsComputed(!isComputed)}>
          {isComputed ? messages.worded.worded : messages.worded.computed}
        </Button>
      </p>
    </>
  );
}
