import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '../button.tsx';
import { messages } from '../messages.ts';

export type PartialStateProps = {
  /** What is missing. */
  title: string;
  /** The reason. */
  text: string;
  /** Finds the failed request in the server's log. */
  requestId?: string;
  onRetry: () => void;
};

/** Incomplete data: what is missing, the reason and a retry. */
export function PartialState({ title, text, requestId, onRetry }: PartialStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warn-soft px-3 py-2 text-warn-text"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">{title}.</span> {text}
        {requestId ? (
          <>
            {' '}
            {messages.error.request} <code className="font-mono text-12 select-all">{requestId}</code>
          </>
        ) : null}
      </p>
      <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onRetry}>
        {messages.error.retry}
      </Button>
    </div>
  );
}
