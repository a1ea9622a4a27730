import type { ImportKind } from '@attain/contract/imports';
import type { z } from 'zod';
import { type CallContext, send } from '../send.ts';
import type { ImportDetail } from '../shapes.ts';

/** The type of rows, and for plan components the plan. */
export type Upload = { kind: z.infer<typeof ImportKind>; planId?: string; file: File };

type Options = { context: CallContext };

/** Uploads a file as a stream; returns the import with preview and proposed mapping. */
export function uploadImport({ kind, planId, file }: Upload, options: Options): Promise<ImportDetail> {
  return sendFile('/api/imports/upload', { kind, ...(planId && { planId }) }, file, options);
}

/** Adds a second file to an import, whose columns join its rows. */
export function uploadLookup(
  { importId, file }: { importId: string; file: File },
  options: Options,
): Promise<ImportDetail> {
  return sendFile('/api/imports/lookups', { importId }, file, options);
}

/** Uploads a file with text fields; returns the answer. */
export async function sendFile<Answer>(
  path: string,
  fields: Readonly<Record<string, string>>,
  file: File,
  options: Options,
): Promise<Answer> {
  const form = new FormData();
  // fields before the file, because the server starts reading when the file begins
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  const request = new Request(new URL(path, location.origin), { method: 'POST', body: form });
  return (await send(request, options.context)).json();
}
