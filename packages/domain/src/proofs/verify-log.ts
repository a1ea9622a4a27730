import { toHex } from './bytes.ts';
import { NotCanonical } from './canonical.ts';
import { type Checkpoint, verifyCheckpoint } from './checkpoint.ts';
import type { ProofDigest } from './digest.ts';
import { parseEntry, statedIndex } from './entry.ts';
import { type LogLine, readHeader, readLine } from './log-file.ts';
import { isPinned, type LogKey, parseLogKey } from './log-key.ts';
import { foldLeaf, leafHash, rootOf, sameHash } from './merkle.ts';
import { ObjectChains } from './object-chains.ts';
import { Unverified } from './unverified.ts';
import { isGood, type Verdict, type VerdictStep } from './verdict.ts';

/** Expectations of the auditor; nothing in the file can replace them. */
export interface LogExpectations {
  /** Key line or full fingerprint, got from the operator by another way than the file. Without it a whole forgery passes. */
  readonly pin?: string;
  /** The name the log must have. */
  readonly origin?: string;
  /** A note saved earlier: the log must be a continuation of it. */
  readonly olderCheckpoint?: string;
}

/** The outcome of checking a whole exported log. */
export interface LogVerdict extends Verdict {
  readonly origin: string | null;
  /** Entries read. */
  readonly entries: number;
  /** Root over the entries read, 64 hex characters. */
  readonly root: string;
  /** The first entry that cannot be trusted; exact unless a step says "between". Null when all is good, or no entry is at fault. */
  readonly firstBadIndex: number | null;
}

/**
 * Checks an exported log without server or network, line by line in constant memory (but for one hash per object seen):
 * key, signature, every entry's place, form and hash, the root, all signed heads, and the chain of before and after.
 */
export async function verifyLog(
  digest: ProofDigest,
  lines: AsyncIterable<string> | Iterable<string>,
  expect: LogExpectations = {},
): Promise<LogVerdict> {
  const walk = new LogWalk(digest, expect);
  try {
    for await (const line of lines) walk.take(line);
  } catch (error) {
    walk.fail('file', said(error), walk.size);
  }
  return walk.verdict();
}

const stepNames = [
  'file',
  'key',
  'signature',
  'entries',
  'root',
  'signed heads',
  'older checkpoint',
  'objects',
] as const;
type StepName = (typeof stepNames)[number];

/** The state of one walk over a log; lives as long as the walk. */
class LogWalk {
  size = 0;
  private readonly digest: ProofDigest;
  private readonly expect: LogExpectations;
  private readonly frontier: Uint8Array[] = [];
  private readonly failures = new Map<StepName, string>();
  private readonly chains = new ObjectChains();
  private started = false;
  private key: LogKey | null = null;
  private newest: Checkpoint | null = null;
  private older: Checkpoint | null = null;
  private firstBad: number | null = null;
  /** Entries covered by the last signed head that agreed with what was read. */
  private provenUpTo = 0;
  private headsSeen = 0;

  constructor(digest: ProofDigest, expect: LogExpectations) {
    this.digest = digest;
    this.expect = expect;
  }

  take(line: string): void {
    if (!this.started) {
      this.started = true;
      this.open(line);
      this.meetKnownHeads();
      return;
    }
    const read = readLine(line);
    if ('checkpoint' in read) this.meetHead(read.checkpoint);
    else this.meetEntry(read);
  }

  fail(step: StepName, message: string, index: number | null = null): void {
    if (!this.failures.has(step)) this.failures.set(step, message);
    if (index !== null && (this.firstBad === null || index < this.firstBad)) this.firstBad = index;
  }

  verdict(): LogVerdict {
    const root = rootOf(this.digest, this.frontier);
    if (!this.started) this.fail('file', 'The file is empty');
    if (!this.failures.has('file')) this.close(root);
    const steps = stepNames.map((step) => this.stepOf(step));
    return {
      ok: isGood(steps),
      steps,
      origin: this.key?.origin ?? null,
      entries: this.size,
      root: toHex(root),
      firstBadIndex: this.firstBad,
    };
  }

  private open(line: string): void {
    const header = readHeader(line);
    attempt(
      () => {
        this.key = parseLogKey(this.digest, header.key);
        if (this.expect.origin !== undefined && this.expect.origin !== this.key.origin) {
          throw new Unverified(`The log is ${this.key.origin}, not ${this.expect.origin}`);
        }
        if (this.expect.pin !== undefined && !isPinned(this.key, this.expect.pin)) {
          throw new Unverified(
            `The key of the file has the fingerprint ${this.key.fingerprint}, which differs from the pinned key`,
          );
        }
      },
      (message) => this.fail('key', message),
    );
    attempt(
      () => {
        if (this.key) this.newest = verifyCheckpoint(this.digest, header.checkpoint, this.key);
        else throw new Unverified("Signatures can't be checked without a key");
      },
      (message) => this.fail('signature', message),
    );
    const { olderCheckpoint } = this.expect;
    if (olderCheckpoint === undefined) return;
    attempt(
      () => {
        if (this.key) this.older = verifyCheckpoint(this.digest, olderCheckpoint, this.key);
        else throw new Unverified("Signatures can't be checked without a key");
      },
      (message) => this.fail('older checkpoint', message),
    );
  }

  private meetEntry(line: LogLine): void {
    const index = this.size;
    const leaf = leafHash(this.digest, line.body);
    attempt(
      () => {
        if (line.leafIndex !== index) throw new Unverified(`this position has entry ${line.leafIndex}`);
        if (toHex(leaf) !== line.leafHash) throw new Unverified('its bytes do not match its hash');
        const entry = parseEntry(line.body);
        const stated = statedIndex(entry) ?? index;
        if (stated !== index) throw new Unverified(`it states the number ${stated}`);
        if (entry.log !== this.key?.origin) throw new Unverified(`it belongs to the log ${entry.log}`);
        const broken = this.chains.follow(entry, index);
        if (broken !== null) this.fail('objects', broken, index);
      },
      (message) => this.fail('entries', `Entry ${index}: ${message}`, index),
    );
    foldLeaf(this.digest, this.frontier, index, leaf);
    this.size += 1;
    this.meetKnownHeads();
  }

  private meetHead(note: string): void {
    this.headsSeen += 1;
    attempt(
      () => {
        if (!this.key) throw new Unverified("signatures can't be checked without a key");
        const head = verifyCheckpoint(this.digest, note, this.key);
        if (head.size !== this.size)
          throw new Unverified(`it covers ${head.size} entries but follows entry ${this.size}`);
        if (sameHash(head.root, rootOf(this.digest, this.frontier))) this.provenUpTo = head.size;
        else
          this.failBetween(
            'signed heads',
            `The signed head of ${head.size} entries has another root`,
            head.size,
          );
      },
      (message) => this.fail('signed heads', `The signed head after entry ${this.size - 1}: ${message}`),
    );
  }

  /** Compares with the heads that are known beforehand as soon as their size is reached. */
  private meetKnownHeads(): void {
    const { newest, older, size } = this;
    if (newest?.size === size && sameHash(newest.root, rootOf(this.digest, this.frontier)))
      this.provenUpTo = size;
    if (older?.size !== size) return;
    if (sameHash(older.root, rootOf(this.digest, this.frontier))) this.provenUpTo = size;
    else
      this.failBetween(
        'older checkpoint',
        `The first ${size} entries differ from those you saw before`,
        size,
      );
  }

  private close(root: Uint8Array): void {
    if (this.newest) this.closeAgainst(this.newest, root);
    else this.fail('root', 'There is no signed root to compare with');
    if (this.older && this.older.size > this.size) {
      this.fail(
        'older checkpoint',
        `You saw ${this.older.size} entries before; the file has ${this.size}`,
        this.size,
      );
    }
  }

  private closeAgainst(newest: Checkpoint, root: Uint8Array): void {
    const { size } = this;
    if (size === newest.size && sameHash(newest.root, root)) return;
    if (size === newest.size) this.failBetween('root', 'The entries do not match the signed root', size);
    else this.failBetween('root', `${newest.size} entries were signed; the file has ${size}`, size + 1);
  }

  /** A wrong root alone says only that some entry since the last proven one is wrong. */
  private failBetween(step: StepName, message: string, end: number): void {
    // A break in an object's chain shows in a later entry than the false one, so it locates nothing here.
    const located = this.failures.has('entries') && this.firstBad !== null && this.firstBad < end;
    const [first, last] = [this.provenUpTo, Math.max(this.provenUpTo, end - 1)];
    const range = first === last ? `is ${first}` : `is between ${first} and ${last}`;
    const where = `the first bad entry ${located ? `is ${this.firstBad}` : range}`;
    this.fail(step, `${message}; ${where}`, located ? null : this.provenUpTo);
  }

  private stepOf(step: StepName): VerdictStep {
    const failure = this.failures.get(step);
    if (failure !== undefined) return { step, outcome: 'FAIL', message: failure };
    const skipped = this.skipped(step);
    if (skipped !== null) return { step, outcome: 'SKIP', message: skipped };
    return { step, outcome: 'PASS', message: this.passed(step) };
  }

  private skipped(step: StepName): string | null {
    if (step !== 'file' && this.failures.has('file')) return 'Part of the file could not be read';
    if (step === 'key' && this.expect.pin === undefined) {
      return `No key was pinned; the file's key has the fingerprint ${this.key?.fingerprint ?? '(none)'}. Compare it with the operator's`;
    }
    if (step === 'signed heads' && this.headsSeen === 0) return 'The file has no earlier signed heads';
    if (step === 'older checkpoint' && this.expect.olderCheckpoint === undefined)
      return 'No earlier checkpoint was given';
    return null;
  }

  private passed(step: StepName): string {
    if (step === 'file') return 'Every line is unchanged since the export';
    if (step === 'key') return `The pinned key of ${this.key?.origin}`;
    if (step === 'signature')
      return `The head of ${this.newest?.size} entries is signed by the key ${this.key?.keyId}`;
    if (step === 'entries')
      return `${this.size} entries without a gap, each with its own position, form and hash`;
    if (step === 'root') return 'The entries match the signed root';
    if (step === 'signed heads')
      return `${this.headsSeen} earlier signed heads match: the log was only appended to`;
    if (step === 'older checkpoint')
      return `The first ${this.older?.size} entries are the ones you saw before`;
    return `${this.chains.size} objects; each change begins where the last one ended`;
  }
}

function attempt(act: () => void, rejected: (message: string) => void): void {
  try {
    act();
  } catch (error) {
    rejected(said(error));
  }
}

/** Only our own errors are findings; any other error is a bug in the verifier and must not count as one. */
function said(error: unknown): string {
  if (error instanceof Unverified || error instanceof NotCanonical) return error.message;
  throw error;
}
