import { CircleAlert, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/http-error.ts';
import { Button } from '../../ui/button.tsx';

export type FaultProps = {
  /** What failed, in the user's words: "This screen could not be shown". */
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
};

/**
 * What failed, why, the request's id, a way to try again, and everything that helps to find the fault as one text to copy.
 * It stands in place of a whole screen, so what failed is the screen's heading.
 * It needs nothing that has to be loaded first, because it also stands where loading failed.
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
          Request <code className="font-mono select-all">{requestId}</code>
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button icon={<RotateCw aria-hidden />} busy={retrying} onClick={onRetry}>
          Try again
        </Button>
        <CopyDetails text={faultDetails(title, error)} />
      </div>
    </div>
  );
}

function CopyDetails({ text }: { text: string }) {
  const [said, setSaid] = useState('Copy details');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('The browser refused the clipboard'),
    );
  return (
    <Button variant="ghost" onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}

/** What somebody who looks for the fault needs: what, where, when, which request, and where in the code. */
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
