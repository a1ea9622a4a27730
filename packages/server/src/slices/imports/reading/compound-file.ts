/**
 * The directory of a Microsoft compound file (.xls, and the envelope of an encrypted .xlsx). Reads only what
 * distinguishes them: names of the streams, and the bytes of one. Source: [MS-CFB] sections 2.2 (header), 2.3 (FAT),
 * 2.6 (directory entry).
 */
export interface CompoundFile {
  readonly names: readonly string[];
  /** The bytes of a stream stored in full sectors; null when it is absent, or small enough for the mini stream. */
  bytesOf(name: string): Buffer | null;
}

const END_OF_CHAIN = 0xfffffffa;

/** Reads the directory; null when the chain of sectors is broken (a truncated or damaged file). */
export function readCompoundFile(file: Buffer): CompoundFile | null {
  if (file.length < 1536) return null;
  const sectorBytes = 1 << file.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) return null;
  const sector = (n: number) => file.subarray((n + 1) * sectorBytes, (n + 2) * sectorBytes);
  const table = readAllocationTable(file, sector, sectorBytes);
  const chain = (start: number): Buffer | null => {
    const pieces: Buffer[] = [];
    for (let n = start; n < END_OF_CHAIN; n = table[n] ?? 0xffffffff) {
      const piece = sector(n);
      if (piece.length === 0 || pieces.length > table.length) return null;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  };
  const directory = chain(file.readUInt32LE(48));
  if (directory === null || directory.length < 128) return null;
  const entries = readEntries(directory);
  return {
    names: entries.map((entry) => entry.name),
    bytesOf(name) {
      const entry = entries.find((candidate) => candidate.name === name);
      if (entry === undefined || entry.bytes < file.readUInt32LE(56)) return null;
      const bytes = chain(entry.start);
      return bytes === null || bytes.length < entry.bytes ? null : bytes.subarray(0, entry.bytes);
    },
  };
}

interface Entry {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const nameBytes = directory.readUInt16LE(at + 64);
    if (directory[at + 66] === 0 || nameBytes < 2 || nameBytes > 64) continue;
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes - 2),
      start: directory.readUInt32LE(at + 116),
      bytes: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

function readAllocationTable(file: Buffer, sector: (n: number) => Buffer, sectorBytes: number): number[] {
  const tableSectors: number[] = [];
  for (let i = 0; i < 109; i++) tableSectors.push(file.readUInt32LE(76 + i * 4));
  let next = file.readUInt32LE(68);
  for (let guard = 0; next < END_OF_CHAIN && guard < 10_000; guard++) {
    const more = sector(next);
    if (more.length < sectorBytes) break;
    for (let at = 0; at < sectorBytes - 4; at += 4) tableSectors.push(more.readUInt32LE(at));
    next = more.readUInt32LE(sectorBytes - 4);
  }
  const table: number[] = [];
  for (const n of tableSectors) {
    if (n >= END_OF_CHAIN) continue;
    const piece = sector(n);
    for (let at = 0; at + 4 <= piece.length; at += 4) table.push(piece.readUInt32LE(at));
  }
  return table;
}

/**
 * Facts from the workbook stream of an .xls. Source: [MS-XLS] 2.4.28 BoundSheet8, 2.4.117 FilePass, 2.4.127 Formula.
 */
export function readBiffFacts(workbook: Buffer): {
  readonly encrypted: boolean;
  readonly formulas: number;
  readonly sheets: number;
} {
  let encrypted = false;
  let formulas = 0;
  let sheets = 0;
  for (let at = 0; at + 4 <= workbook.length; at += 4 + workbook.readUInt16LE(at + 2)) {
    const record = workbook.readUInt16LE(at);
    if (record === 0x2f) encrypted = true;
    else if (record === 0x06) formulas++;
    else if (record === 0x85) sheets++;
  }
  return { encrypted, formulas, sheets };
}
