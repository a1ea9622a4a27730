import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Objects of one page, however many are asked for. */
const PAGE = 10;

/** One object of a bucket. */
interface Stored {
  readonly bytes: Buffer;
  readonly type: string;
}

/**
 * A server with one bucket, `/exports`, that speaks as much of S3 as workflows use. It takes calls only whose signature it can
 * repeat from what arrived, by the steps that AWS documents, with code of its own.
 */
export async function startS3(accessKeyId: string, secret: string) {
  const objects = new Map<string, Stored>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const [path = '', query = ''] = String(request.url).split('?');
      seen.push(`${request.method} ${request.url}`);
      const fail = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(
            `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is &quot;${code}&quot;.</Message></Error>`,
          );
      if (!isSigned(request, body, accessKeyId, secret)) return fail(403, 'SignatureDoesNotMatch');
      if (path === '/elsewhere') return response.writeHead(301).end();
      if (!/^\/exports(\/|$)/.test(path)) return fail(404, 'NoSuchBucket');
      const key = decodeURIComponent(path.slice('/exports/'.length));
      if (key === '') {
        response.setHeader('content-type', 'application/xml');
        return response.end(listed(objects, new URLSearchParams(query)));
      }
      if (request.method === 'PUT') {
        objects.set(key, { bytes: body, type: String(request.headers['content-type']) });
        return response.setHeader('etag', etag(body)).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      const found = objects.get(key);
      if (!found) return fail(404, 'NoSuchKey');
      const modified = 'Wed, 31 Jan 2024 10:00:00 GMT';
      response.writeHead(200, {
        'content-type': found.type,
        etag: etag(found.bytes),
        'last-modified': modified,
      });
      response.end(found.bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, objects, seen, stop: () => void server.close() };
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function listed(objects: ReadonlyMap<string, Stored>, asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? '';
  const all = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = all.slice(0, Math.min(PAGE, Number(asked.get('max-keys'))));
  const encoded = (key: string) => encodeURIComponent(key).replaceAll('%20', '+');
  const rows = page.map(
    ([key, { bytes }]) =>
      `<Contents><Key>${encoded(key)}</Key><LastModified>2024-01-31T10:00:00.000Z</LastModified><ETag>&quot;${etag(bytes).slice(1, -1)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
  );
  const isCut = page.length < all.length;
  const next = isCut ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType><IsTruncated>${isCut}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`;
}

/** Repeats the signature from what arrived: the path as sent, and the headers it names. */
function isSigned(request: IncomingMessage, body: Buffer, accessKeyId: string, secret: string): boolean {
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=([\da-f]{64})$/;
  const [, id, day = '', region = '', names = '', signature] =
    said.exec(request.headers.authorization ?? '') ?? [];
  const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const { 'x-amz-date': moment = '', 'x-amz-content-sha256': bodyHash } = request.headers;
  const mustBeSigned = [
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    ...(body.length > 0 ? ['content-type'] : []),
  ];
  if (
    id !== accessKeyId ||
    bodyHash !== sha(body) ||
    !mustBeSigned.every((name) => names.split(';').includes(name))
  )
    return false;
  const [path = '', query = ''] = String(request.url).split('?');
  const headerLines = names.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const sortedQuery = query.split('&').filter(Boolean).sort().join('&');
  const canonical = `${request.method}\n${path}\n${sortedQuery}\n${headerLines.join('')}\n${names}\n${bodyHash}`;
  const text = `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${sha(canonical)}`;
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [day, region, 's3', 'aws4_request', text])
    key = createHmac('sha256', key).update(part).digest();
  return key.toString('hex') === signature;
}
