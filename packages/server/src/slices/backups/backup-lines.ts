import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { BadBackup } from './bad-backup.ts';

/** The lines of a backup file, without their line breaks, one after the other. Throws `BadBackup` where the file ends too early or is damaged. */
export class BackupLines {
  readonly #lines: AsyncGenerator<Buffer>;

  constructor(path: string) {
    this.#lines = linesOf(path);
  }

  /** The next line; null at the end of the file. */
  async next(): Promise<Buffer | null> {
    const line = await this.#lines.next();
    return line.done ? null : line.value;
  }

  /** The next line as JSON. */
  async json<T>(): Promise<T> {
    const line = await this.next();
    if (line === null) throw new BadBackup('The file is incomplete.');
    try {
      return JSON.parse(line.toString('utf8')) as T;
    } catch {
      throw new BadBackup('This is not an Attain backup, or it is damaged.');
    }
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip();
  const file = createReadStream(path);
  file.on('error', (error) => unzipped.destroy(error));
  file.pipe(unzipped);
  // a row with a large value comes in hundreds of pieces, which are put together once
  let rest: Buffer[] = [];
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const piece = chunk.subarray(start, end);
        yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw new BadBackup('The file is incomplete.');
    if (code.startsWith('Z_')) throw new BadBackup('This is not an Attain backup, or it is damaged.');
    throw error;
  } finally {
    file.destroy();
  }
  if (rest.length > 0) throw new BadBackup('The file ends in the middle of a line.');
}
