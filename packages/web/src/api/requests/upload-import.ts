import type { ImportKind } from '@attain/contract/imports';
import type { z } from 'zod';
import { type CallContext, send } from '../send.ts';
import type { ImportDetail } from '../shapes.ts';

/** What is uploaded: which kind of rows, and for plan components into which plan. */
export type Upload = { kind: z.infer<typeof ImportKind>; planId?: string; file: File };

/** Sends a file as a stream of its own; answered with the import, its preview and a proposed mapping. */
export async function uploadImport(
  { kind, planId, file }: Upload,
  options: { context: CallContext },
): Promise<ImportDetail> {
  const form = new FormData();
  // Fields before the file: the server starts reading as soon as the file begins.
  form.set('kind', kind);
  if (planId) form.set('planId', planId);
  form.set('file', file);
  const request = new Request(new URL('/api/imports/upload', location.origin), {
    method: 'POST',
    body: form,
  });
  return (await send(request, options.context)).json();
}
