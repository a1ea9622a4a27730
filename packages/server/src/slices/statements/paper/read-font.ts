import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const unpackedFonts = new Map<string, Buffer>();

/** The font in a WOFF file as an OpenType file, made once a process: of a packed font each document unpacks each table it reads. */
export function readFont(path: string): Buffer {
  const font = unpackedFonts.get(path) ?? unpack(readFileSync(path));
  unpackedFonts.set(path, font);
  return font;
}

/** From WOFF 1.0 (W3C, sections 3 to 5) to OpenType. */
function unpack(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const entry = 44 + at * 20;
    const field = (place: number) => woff.readUInt32BE(entry + place);
    const [offset, packedLength, length] = [field(4), field(8), field(12)];
    const stored = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(stored) : stored;
    woff.copy(head, 12 + at * 16, entry, entry + 4);
    head.writeUInt32BE(field(16), 12 + at * 16 + 4);
    head.writeUInt32BE(end, 12 + at * 16 + 8);
    head.writeUInt32BE(length, 12 + at * 16 + 12);
    const padding = Buffer.alloc(-length & 3);
    parts.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat(parts);
}
