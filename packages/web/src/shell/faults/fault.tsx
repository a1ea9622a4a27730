import { CircleAlert, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/http-error.ts';
import { copyText } from '../../base/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from '../messages.ts';

export type FaultProps = {
  /** What failed, for users: "This screen could not be shown". */
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
};

/**
 * A failure with its reason, request id, retry, and details to copy. Replaces a whole screen, so its title
 * is a heading. Imports nothing lazy, because it is also shown when loading failed.
 */
export function Fault({ title, error, onRetry, retrying = false }: FaultProps) {
  const requestId = requestIdOf(error);
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-10 text-center">
      <div className="mb-2 grid size-9 place-items-center rounded-lg bg-bad-soft text-bad-text">
        <CircleAlert aria-hidden className="size-5" />
      </div>
      <h1 className="text-14 font-medium">{title}</h1>
      <p className="max-w-prose break-words text-fg-2">{describeError(error)}</p>
      {requestId ? (
        <p className="text-12 text-fg-3">
          {messages.faults.request} <code className="font-mono select-all">{requestId}</code>
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button icon={<RotateCw aria-hidden />} busy={retrying} onClick={onRetry}>
          {messages.faults.retry}
        </Button>
        <CopyDetails text={faultDetails(title, error)} />
      </div>
    </div>
  );
}

function CopyDetails({ text }: { text: string }) {
  const [copyStatus, setCopyStatus] = useState(messages.faults.copy);
  const copy = async () =>
    setCopyStatus((await copyText(text)) ? messages.faults.copied : messages.faults.notCopied);
  return (
    <Button variant="ghost" onClick={() => void copy()}>
      <span aria-live="polite">{copyStatus}</span>
    </Button>
  );
}

/** Details for support: error, address, time, request and stack. */
function faultDetails(title: string, error: unknown): string {
  const lines = [
    title,
    describeError(error),
    `Address: ${location.href}`,
    `Time: ${new Date().toISOString()}`,
  ];
  const requestId = requestIdOf(error);
  if (requestId) lines.push(`Request: ${requestId}`);
  lines.push(`Browser: ${navigator.userAgent}`);
  if (error instanceof Error && error.stack) lines.push('', error.stack);
  return lines.join('\n');
}
