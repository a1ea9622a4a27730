import { useEffect, useRef, useState } from 'react';
import { describeError, HttpError } from '../../api/http-error.ts';
import { type SentFile, uploadDisputeFile } from '../../api/requests/upload-dispute-file.ts';
import { messages } from './messages.ts';

const maxFiles = 5;
const maxBytes = 10_000_000;

/** A chosen file: on its way, sent, or rejected with the reason. */
export type Attachment = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** 0 to 1. */
  readonly progress: number;
  readonly sent: SentFile | null;
  readonly error: string | null;
  /** Uploads it again; null: that would not help. */
  readonly retry: (() => void) | null;
};

/** Files that go with a dispute or message; each is uploaded as soon as it is chosen. */
export type Attachments = {
  readonly files: readonly Attachment[];
  /** Those that can be sent along. */
  readonly sent: readonly SentFile[];
  readonly isSending: boolean;
  /** Some could not be attached, and are neither removed nor uploaded again. */
  readonly hasFailed: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
};

export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);
  const change = (key: string, to: Partial<Attachment>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const upload = async (key: string, file: File) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    change(key, { progress: 0, error: null, retry: null });
    const onProgress = (progress: number) => change(key, { progress });
    try {
      const sent = await uploadDisputeFile(file, { signal: stop.signal, onProgress });
      change(key, { sent });
    } catch (error) {
      change(
        key,
        isRejected(error)
          ? { error: describeError(error) }
          : {
              error: messages.files.failed(file.name, describeError(error)),
              retry: () => void upload(key, file),
            },
      );
    } finally {
      running.current.delete(key);
    }
  };
  return {
    files,
    sent: files.flatMap(({ sent }) => (sent === null ? [] : [{ id: sent.id, fileName: sent.fileName }])),
    isSending: files.some(({ sent, error }) => sent === null && error === null),
    hasFailed: files.some(({ error }) => error !== null),
    add: (chosen) => {
      let taken = files.filter(({ error, retry }) => error === null || retry !== null).length;
      const added = chosen.map((file) => {
        const error = faultOf(file, taken);
        if (error === null) taken += 1;
        const one = { key: crypto.randomUUID(), name: file.name, bytes: file.size, progress: 0 };
        return { file, attachment: { ...one, sent: null, error, retry: null } };
      });
      setFiles((all) => [...all, ...added.map(({ attachment }) => attachment)]);
      for (const { file, attachment } of added)
        if (attachment.error === null) void upload(attachment.key, file);
    },
    remove: (key) => {
      running.current.get(key)?.abort();
      setFiles((all) => all.filter((one) => one.key !== key));
    },
    clear: () => setFiles([]),
  };
}

/** Whether the server would reject the file again. */
const isRejected = (error: unknown) => error instanceof HttpError && [400, 413, 415].includes(error.status);

/** Why a file is not worth sending; null: the server decides. */
function faultOf({ name, size }: File, taken: number): string | null {
  if (taken >= maxFiles) return messages.files.tooMany(name, maxFiles);
  if (size === 0) return messages.files.empty(name);
  return size > maxBytes ? messages.files.tooLarge(name, size, maxBytes) : null;
}
