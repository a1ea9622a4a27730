import { Unverified } from './unverified.ts';

/**
 * An exported log is a text file of lines, each one JSON object written exactly as the functions here write it:
 * first `{"format":"attain.audit-log/1","key":…,"checkpoint":…}` with the newest signed head and the key line, then one
 * `{"leafIndex":…,"leafHash":…,"body":…}` per entry from 0 on, and anywhere between `{"checkpoint":…}`: earlier signed
 * heads, each after the last entry it covers. They let a verifier say where a rewritten log begins to differ.
 */
export const logFormat = 'attain.audit-log/1';

/** The first line of an exported log, without its line break. */
export interface LogHeader {
  /** Key line of the log, see `LogKey.line`. */
  readonly key: string;
  /** Signed note over exactly the entries that follow. */
  readonly checkpoint: string;
}

/** An entry as exported: the stored body as text and the stored leaf hash as 64 hex characters. */
export interface LogLine {
  readonly leafIndex: number;
  readonly leafHash: string;
  readonly body: string;
}

/** Writes the first line of an export, without the line break. */
export function writeHeader(header: LogHeader): string {
  return JSON.stringify({ format: logFormat, key: header.key, checkpoint: header.checkpoint });
}

/** Writes the line of one entry, without the line break. */
export function writeEntry(line: LogLine): string {
  return JSON.stringify({ leafIndex: line.leafIndex, leafHash: line.leafHash, body: line.body });
}

/** Writes the line of an earlier signed head, without the line break. */
export function writeCheckpoint(note: string): string {
  return JSON.stringify({ checkpoint: note });
}

/** Reads the first line. Throws `Unverified` when it is not exactly one of ours. */
export function readHeader(line: string): LogHeader {
  const { format, key, checkpoint } = parsed(line);
  if (format !== logFormat)
    throw new Unverified(`The file does not start like an exported log (${logFormat})`);
  const header = { key: String(key), checkpoint: String(checkpoint) };
  if (writeHeader(header) !== line) throw new Unverified('The first line was changed after the export');
  return header;
}

/** Reads a line after the first: an entry, or the note of an earlier signed head. Throws `Unverified` for all else. */
export function readLine(line: string): LogLine | { readonly checkpoint: string } {
  const { leafIndex, leafHash, body, checkpoint } = parsed(line);
  if (checkpoint !== undefined) {
    const note = String(checkpoint);
    if (writeCheckpoint(note) === line) return { checkpoint: note };
  }
  const entry = { leafIndex: Number(leafIndex), leafHash: String(leafHash), body: String(body) };
  if (writeEntry(entry) !== line) throw new Unverified('The line is not an exported entry');
  return entry;
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Falls through to the same error: a line that is not JSON is not a log line.
  }
  throw new Unverified('The line is not a JSON object');
}
