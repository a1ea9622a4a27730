import type { IncomingAnswer } from '../../../runs/egress/send-request.ts';
import { EffectFailed } from '../../../runs/engine/effect-failed.ts';

export type ListedObject = {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt: string;
};

/** A page of a list of objects (ListObjectsV2), and the token of the next one; null: it was the last. */
export function listedObjects(xml: string): {
  readonly objects: ListedObject[];
  readonly next: string | null;
} {
  if (!/<ListBucketResult[\s>]/.test(xml))
    throw new EffectFailed(
      'BAD_ANSWER',
      'The response is not a list of objects. Check the address of the bucket.',
    );
  const isEncoded = textIn(xml, 'EncodingType') === 'url';
  const keyOf = (key: string) => (isEncoded ? decoded(key.replaceAll('+', ' ')) : key);
  const objects = elementsOf(xml, 'Contents').map((one) => {
    return {
      key: keyOf(textIn(one, 'Key')),
      bytes: Number(textIn(one, 'Size')),
      etag: textIn(one, 'ETag').replaceAll('"', ''),
      modifiedAt: textIn(one, 'LastModified'),
    };
  });
  const isCut = textIn(xml, 'IsTruncated') === 'true';
  return { objects, next: isCut ? textIn(xml, 'NextContinuationToken') || null : null };
}

/** Between the tags of this name, in one pass: a search for each close of many unclosed ones would never end. */
function elementsOf(xml: string, name: string): string[] {
  const found: string[] = [];
  for (let from = xml.indexOf(`<${name}>`); from >= 0; ) {
    const to = xml.indexOf(`</${name}>`, from);
    if (to < 0) break;
    found.push(xml.slice(from, to));
    from = xml.indexOf(`<${name}>`, to);
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A failure with its code and message in place of XML. */
export function readableError(answer: IncomingAnswer): IncomingAnswer {
  const { status, text } = answer;
  if (status < 300 || !/<Error[\s>]/.test(text)) return answer;
  return { ...answer, text: `${textIn(text, 'Code')}: ${textIn(text, 'Message')}` };
}

/** The text of the first element with this name; empty if there is none. */
function textIn(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replaceAll(
    /&(?:#(\d{1,6})|#x([\da-fA-F]{1,5})|(\w+));/g,
    (all, decimal, hex, named: string) => {
      if (named !== undefined) return ENTITIES[named] ?? all;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
