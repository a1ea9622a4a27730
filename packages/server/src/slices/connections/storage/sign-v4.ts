import { createHash, createHmac } from 'node:crypto';

/** What is signed: the whole call, with the headers that it names. */
interface SignedCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

interface SigningKey {
  readonly accessKeyId: string;
  readonly secret: string;
  readonly region: string;
  readonly at: Date;
}

/**
 * The headers that sign a call to S3 by AWS Signature Version 4, with the hash of its body
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function signV4(
  call: SignedCall,
  { accessKeyId, secret, region, at }: SigningKey,
): Record<string, string> {
  const moment = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = [moment.slice(0, 8), region, 's3', 'aws4_request'];
  const added = { 'x-amz-content-sha256': hashed(call.body ?? ''), 'x-amz-date': moment };
  const headers = Object.entries({ ...call.headers, host: call.url.host, ...added })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = headers.map(([name]) => name).join(';');
  const canonical = [
    call.method,
    call.url.pathname
      .split('/')
      .map((part) => uriEncoded(decodeURIComponent(part)))
      .join('/'),
    [...call.url.searchParams]
      .map((pair) => pair.map(uriEncoded).join('='))
      .sort()
      .join('&'),
    ...headers.map((header) => header.join(':')),
    '',
    names,
    added['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', moment, scope.join('/'), hashed(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>((before, part) => hmac(before, part), `AWS4${secret}`);
  const signature = hmac(key, toSign).toString('hex');
  const credential = [accessKeyId, ...scope].join('/');
  return {
    ...added,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
  };
}

/** Everything is encoded but letters, digits and - . _ ~ */
export function uriEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hashed(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
