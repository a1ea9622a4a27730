import { ApiError } from '../base/api-error.ts';

/** Parts of a form at most. */
const maxParts = 200;

/** A file of a form; its content as base64, so that a run can keep it. */
export type FormFile = {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly base64: string;
};

/** The fields and files of a body in several parts. Throws BAD_INPUT for one that is broken. */
export async function readForm(
  body: Buffer,
  contentType: string,
): Promise<{ fields: Record<string, string | string[]>; files: FormFile[] }> {
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new ApiError('BAD_INPUT', 'The form can’t be read. Send valid multipart/form-data.');
    });
  const fields = new Map<string, string | string[]>();
  const files: FormFile[] = [];
  let parts = 0;
  for (const [field, value] of form) {
    parts += 1;
    if (parts > maxParts)
      throw new ApiError('BAD_INPUT', `The form has more than ${maxParts} parts. Send fewer.`);
    if (typeof value === 'string') {
      const before = fields.get(field);
      fields.set(field, before === undefined ? value : [before, value].flat());
      continue;
    }
    const content = Buffer.from(await value.arrayBuffer());
    const { name, type, size: bytes } = value;
    files.push({ field, name, type, bytes, base64: content.toString('base64') });
  }
  return { fields: Object.fromEntries(fields), files };
}
