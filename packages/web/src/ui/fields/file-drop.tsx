import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { formatBytes } from '../../base/format-number.ts';
import { messages } from './messages.ts';

/** A rejected file and the reason. */
export type RejectedFile = { file: File; message: string };

export type FileDropProps = {
  /** What to upload: "Deals file". */
  label: string;
  hint?: ReactNode;
  /** Accepted extensions with their dot, e.g. `['.csv', '.xlsx']`; empty accepts all. */
  endings?: readonly string[];
  /** Maximum size. */
  maxBytes?: number;
  multiple?: boolean;
  disabled?: boolean;
  /** Called with accepted and rejected files; the caller shows rejections. */
  onFiles: (taken: File[], rejected: RejectedFile[]) => void;
};

/** Takes files by drag and drop, keyboard or click. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, endings = [], multiple = false, disabled = false, onFiles } = props;
  const [over, setOver] = useState(false);
  const hintId = useId();
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    const judged = files.map((file, index) => ({ file, message: error(file, index, props) }));
    const rejected = judged.filter((one): one is RejectedFile => one.message !== undefined);
    const taken = judged.filter((one) => one.message === undefined).map((one) => one.file);
    if (files.length > 0) onFiles(taken, rejected);
  };
  const hover = (event: DragEvent, now: boolean) => {
    event.preventDefault();
    setOver(now && !disabled);
  };
  return (
    <label
      onDragEnter={(event) => hover(event, true)}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        if (!disabled) take(event.dataTransfer.files);
      }}
      className={clsx(
        'flex min-h-32 flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-border-strong bg-surface p-4 text-center',
        'has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        disabled ? 'opacity-60' : 'cursor-pointer hover:bg-surface-2',
        over && 'border-primary! bg-primary-soft!',
      )}
    >
      <FileUp aria-hidden className="size-5 text-fg-3" />
      <span className="font-medium">{label}</span>
      <span className="text-12 text-fg-2">
        {messages.file.drop(multiple)}{' '}
        <span className="text-primary-text underline">{messages.file.choose}</span>
      </span>
      {hint ? (
        <span id={hintId} className="text-12 text-fg-3">
          {hint}
        </span>
      ) : null}
      <input
        type="file"
        className="sr-only"
        accept={endings.join(',') || undefined}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => {
          take(event.target.files);
          // allow choosing the same file again after fixing it
          event.target.value = '';
        }}
      />
    </label>
  );
}

function error(file: File, index: number, limits: FileDropProps): string | undefined {
  const { endings = [], maxBytes, multiple = false } = limits;
  if (!multiple && index > 0) return messages.file.oneAtATime(file.name);
  const known = endings.length === 0 || endings.some((ending) => file.name.toLowerCase().endsWith(ending));
  if (!known) return messages.file.wrongType(file.name, choiceOf(endings));
  if (file.size === 0) return messages.file.empty(file.name);
  if (maxBytes !== undefined && file.size > maxBytes) {
    return messages.file.tooLarge(file.name, formatBytes(maxBytes), formatBytes(file.size));
  }
  return undefined;
}

/** `.csv, .xlsx or .xls` */
function choiceOf(endings: readonly string[]): string {
  return [endings.slice(0, -1).join(', '), endings.at(-1)].filter(Boolean).join(' or ');
}
