import { clsx } from 'clsx';
import { Download, Paperclip, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { DisputeDetail } from '../../api/shapes.ts';
import { formatBytes } from '../../base/format-number.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { messages } from './messages.ts';
import type { Attachment, Attachments } from './use-attachments.ts';

const texts = messages.files;
const endings = '.pdf,.png,.jpg,.jpeg,.gif,.webp,.csv,.tsv,.xlsx,.txt,.log,.md';

type AttachZoneProps = { attachments: Attachments; children: ReactNode };

/** A form that takes files that are dropped on it or pasted into it. */
export function AttachZone({ attachments, children }: AttachZoneProps) {
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent, now: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(now);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      className={clsx('flex flex-col gap-4 rounded-lg', over && 'outline-2 outline-primary outline-dashed')}
      onDragEnter={(event) => hover(event, true)}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        attachments.add([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        const { files, types } = event.clipboardData;
        // copied cells are text and a picture of it: the text is meant
        if (files.length === 0 || types.includes('text/plain')) return;
        event.preventDefault();
        attachments.add([...files]);
      }}
    >
      {children}
    </div>
  );
}

/** The button that attaches files, and those that were chosen. */
export function AttachFiles({ attachments }: { attachments: Attachments }) {
  const { files, hasFailed, add, remove } = attachments;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon={<Paperclip aria-hidden />} onClick={() => input.current?.click()}>
          {texts.attach}
        </Button>
        <span className="text-12 text-fg-3">{texts.hint}</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={endings}
        aria-label={texts.attach}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // the same file can be chosen again
          target.value = '';
        }}
      />
      {files.length === 0 ? null : (
        <ul aria-label={texts.chosen} className="flex flex-col gap-1">
          {files.map((one) => (
            <Chosen key={one.key} file={one} onRemove={() => remove(one.key)} />
          ))}
        </ul>
      )}
      {hasFailed ? <p className="text-12 text-fg-2">{texts.hold}</p> : null}
    </div>
  );
}

function Chosen({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const { name, bytes, progress, sent, error, retry } = file;
  return (
    <li className="flex items-center gap-2 rounded-md border px-3 py-1.5">
      <div className="min-w-0 flex-1">
        {error !== null ? (
          <p role="alert" className="break-words text-bad-text">
            {error}
          </p>
        ) : sent === null ? (
          <ProgressBar label={texts.uploading(name)} value={progress} />
        ) : (
          <p className="flex flex-wrap gap-x-2">
            <span className="min-w-0 break-all">{name}</span>
            <span className="figures text-fg-3">{formatBytes(bytes)}</span>
          </p>
        )}
      </div>
      {retry === null ? null : (
        <Button size="sm" aria-label={texts.retryOne(name)} onClick={retry}>
          {texts.retry}
        </Button>
      )}
      <Button
        size="sm"
        square
        variant="ghost"
        aria-label={texts.remove(name)}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
    </li>
  );
}

type FileLinksProps = { disputeId: string; files: DisputeDetail['files'] };

/** Links that download the files of a claim or message. */
export function FileLinks({ disputeId, files }: FileLinksProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={texts.label} className="mt-1 flex flex-wrap gap-2">
      {files.map(({ id, fileName, byteCount }) => (
        <li key={id} className="min-w-0">
          <a
            className={buttonLook({ size: 'sm', className: 'max-w-full' })}
            href={`/api/disputes/${disputeId}/files/${id}`}
            download={fileName}
          >
            <Download aria-hidden />
            <span className="truncate">{fileName}</span>
            <span className="figures text-fg-3">{formatBytes(byteCount)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
