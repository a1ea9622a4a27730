import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { messages } from '../messages.ts';

export type ErrorStateProps = {
  /** What failed: "The payouts could not be loaded". */
  title: string;
  /** The reason and the fix. */
  text?: ReactNode;
  /** Finds the event in the server's log. */
  requestId?: string;
  onRetry?: () => void;
  retrying?: boolean;
};

/** A failure with its reason, request id and retry. */
export function ErrorState({ title, text, requestId, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-10 text-center">
      <div className="mb-2 grid size-9 place-items-center rounded-lg bg-bad-soft text-bad-text">
        <CircleAlert aria-hidden className="size-5" />
      </div>
      <p className="font-medium">{title}</p>
      {text ? <div className="max-w-prose text-fg-2">{text}</div> : null}
      {requestId ? (
        <p className="flex items-center gap-1 text-12 text-fg-3">
          {messages.error.request} <code className="font-mono">{requestId}</code>
          <CopyButton text={requestId} label={messages.error.copyId} />
        </p>
      ) : null}
      {onRetry ? (
        <Button className="mt-3" icon={<RotateCw aria-hidden />} busy={retrying} onClick={onRetry}>
          {messages.error.retry}
        </Button>
      ) : null}
    </div>
  );
}
