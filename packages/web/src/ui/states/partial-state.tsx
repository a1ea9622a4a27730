import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '../button.tsx';

export type PartialStateProps = {
  /** What is missing, in the user's words. */
  title: string;
  /** Why. */
  text: string;
  /** Finds the failed request in the server's log. */
  requestId?: string;
  onRetry: () => void;
};

/** Something is shown, but not all of it: what is missing, why, and a way to try again. */
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
            Request <code className="font-mono text-12 select-all">{requestId}</code>
          </>
        ) : null}
      </p>
      <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
