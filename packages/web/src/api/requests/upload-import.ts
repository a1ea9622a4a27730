import type { ImportKind } from '@attain/contract/imports';
import type { z } from 'zod';
import { type CallContext, send } from '../send.ts';
import type { ImportDetail } from '../shapes.ts';

/** The type of rows, and for plan components the plan. */
export type Upload = { kind: z.infer<typeof ImportKind>; planId?: string; file: File };

/** Uploads a file as a stream; returns the import with preview and proposed mapping. */
export async function uploadImport(
  { kind, planId, file }: Upload,
  options: { context: CallContext },
): Promise<ImportDetail> {
  const form = new FormData();
  // fields before the file, because the server starts reading when the file begins
  form.set('kind', kind);
  if (planId) form.set('planId', planId);
  form.set('file', file);
  const request = new Request(new URL('/api/imports/upload', location.origin), {
    method: 'POST',
    body: form,
  });
  return (await send(request, options.context)).json();
}
