import type { Period } from '../base/period.ts';
import type { ColumnLine } from '../payouts/kernel/lines/credit-columns.ts';
import type { CalculationInput, PayoutLine } from '../payouts/payout.ts';
import { canonicalText } from './canonical.ts';
import { type Digest, hashOf } from './digest.ts';
import { leafHash } from './merkle.ts';
import { withMessages } from './old-member-names.ts';

/**
 * A statement that can be checked by anybody, without us: what is paid, all that it was calculated from, and the proof that
 * the audit log has known it since. As a file it is the canonical JSON (RFC 8785) of this type and one line break.
 */
export interface StatementFile {
  readonly format: typeof statementFormat | typeof oldStatementFormat;
  readonly statement: Statement;
  /** Only what this payee's pay depends on; colleagues in shared deals appear by their id and nothing else. */
  readonly input: CalculationInput;
  /** Version of the rules that calculated it; the verifier must hold the same. */
  readonly engineVersion: string;
  readonly hashes: StatementHashes;
  readonly audit: StatementAudit | null;
}

/** One participant's pay for one period by one plan. Amounts are decimal strings in `currency`. */
export interface Statement {
  readonly participant: { readonly id: string; readonly name: string };
  readonly planName: string;
  readonly period: Period;
  readonly currency: string;
  readonly lines: readonly PayoutLine[];
  /** Sum of the lines. */
  readonly total: string;
}

/**
 * SHA-256 of canonical forms, 64 hex characters each: of `input.plan`, of `input`, and of all figures of the statement.
 * Its sentences and steps follow from plan and input by the rules of `engineVersion`; verifiers recompute them.
 */
export interface StatementHashes {
  readonly plan: string;
  readonly input: string;
  readonly figures: string;
}

/** How the log knows a statement: its claim is a leaf of a batch, and one entry of the log names the batch's root. */
export interface StatementAudit {
  /** Key line of the log. */
  readonly key: string;
  /** The exact body of the entry whose `evidence` names the root of the batch. */
  readonly entry: string;
  /** C2SP `tlog-proof@v1` for that entry. */
  readonly proof: string;
  /** The statement's position in the batch and its inclusion proof, base64. A single statement is a batch of one. */
  readonly batch: { readonly index: number; readonly size: number; readonly path: readonly string[] };
}

/** Puts a statement file together; `input` as `narrowInput` gives it. The hashes are computed here. */
export function buildStatementFile(
  digest: Digest,
  from: {
    readonly statement: Statement;
    readonly input: CalculationInput;
    readonly engineVersion: string;
    readonly audit: StatementAudit | null;
  },
): StatementFile {
  const { statement, input, engineVersion, audit } = from;
  return {
    format: statementFormat,
    statement,
    input,
    engineVersion,
    hashes: hashesOf(digest, statement, input),
    audit,
  };
}

/** The bytes of the file as text. */
export function writeStatementFile(file: StatementFile): string {
  return `${canonicalText(file)}\n`;
}

/** The statement's leaf in the batch: the hash of its claim (format, engine version and hashes). */
export function statementLeaf(
  digest: Digest,
  file: Pick<StatementFile, 'engineVersion' | 'hashes'>,
): Uint8Array {
  const { engineVersion, hashes } = file;
  const { figures, input, plan } = hashes;
  // Members are in RFC 8785 order and are text, so plain JSON is canonical.
  const claim = { engineVersion, format: oldStatementFormat, hashes: { figures, input, plan } };
  return leafHash(digest, JSON.stringify(claim));
}

/** The three hashes of a statement and its input. */
export function hashesOf(digest: Digest, statement: Statement, input: CalculationInput): StatementHashes {
  return {
    plan: hashOf(digest, input.plan),
    input: hashOf(digest, input),
    figures: figuresHash(digest, statement),
  };
}

/** The hash of the pay: each line's figures, and the pay of each of its credits, in order. */
export function figuresHash(
  digest: Digest,
  paid: Omit<Statement, 'lines'> & { readonly lines: readonly FiguredLine[] },
): string {
  const { participant, planName, period, currency, lines, total } = paid;
  // Members are in RFC 8785 order and are text, null or lists of them, so plain JSON is canonical.
  const figures = {
    currency,
    lines: lines.map(lineFigures),
    participant: { id: participant.id, name: participant.name },
    period: { from: period.from, key: period.key, to: period.to },
    planName,
    total,
  };
  return digest.sha256Hex(JSON.stringify(figures));
}

/** The figures of a line; of its credits only what each earned. */
export type FiguredLine = Pick<ColumnLine, FigureName> &
  Partial<Pick<ColumnLine, 'carriedIn' | 'carriedPaid' | 'carriedOut' | 'window'>> & {
    readonly credits: { readonly earned: readonly string[] } | readonly { readonly earned: string }[];
  };
type FigureName = 'amount' | 'attainmentPercent' | 'componentId' | 'credited' | 'quota' | 'target';

function lineFigures(line: FiguredLine) {
  const { amount, attainmentPercent, componentId, credited, quota, target } = line;
  const { carriedIn, carriedPaid = '', carriedOut = '', window } = line;
  return {
    amount,
    attainmentPercent,
    ...(carriedIn !== undefined && { carried: [carriedIn, carriedPaid, carriedOut] }),
    componentId,
    credited,
    earned: 'earned' in line.credits ? line.credits.earned : line.credits.map(({ earned }) => earned),
    quota,
    target,
    ...(window !== undefined && { window: JSON.parse(canonicalText(window)) as unknown }),
  };
}

/** The mark of a statement file. */
export const statementFormat = 'attain.statement/3';

/** The mark of the files of release 0.1, in which a sentence is called `say`. A statement's claim in the log has it to this day. */
export const oldStatementFormat = 'attain.statement/2';

/** A statement file of release 0.1 with today's member names. */
export function upgradeStatementFile(file: { readonly statement: Statement }): StatementFile {
  const lines = withMessages(file.statement.lines) as Statement['lines'];
  return { ...file, statement: { ...file.statement, lines } } as StatementFile;
}
