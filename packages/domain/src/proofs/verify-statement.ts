import { decimal, sum } from '../base/decimal.ts';
import { moneyIn } from '../base/figures.ts';
import { calculate, ENGINE_VERSION, paysLike } from '../payouts/calculate.ts';
import type { PayoutLine } from '../payouts/payout.ts';
import { fromBase64 } from './bytes.ts';
import { canonicalText, parseCanonical } from './canonical.ts';
import { attempt, checkEntryInLog, checkKey, type StatementExpectations, said } from './check-log.ts';
import { hashOf, type ProofDigest } from './digest.ts';
import { parseEntry } from './entry.ts';
import { batchEvidence } from './merkle-batch.ts';
import { rootFromInclusion } from './merkle-proof.ts';
import { anything, count, hashText, listOf, nullable, oneOf, record, text } from './shape.ts';
import {
  hashesOf,
  oldStatementFormat,
  type Statement,
  type StatementAudit,
  type StatementFile,
  statementFormat,
  statementLeaf,
  upgradeStatementFile,
} from './statement-file.ts';
import { Unverified } from './unverified.ts';
import { isGood, type Verdict, type VerdictStep } from './verdict.ts';

/** The outcome of checking a statement. */
export interface StatementVerdict extends Verdict {
  /** The payee and pay, as far as the file could be read. */
  readonly paid: {
    readonly participantId: string;
    readonly period: string;
    readonly total: string;
    readonly currency: string;
  } | null;
}

/**
 * Checks a statement file without server or network: its form, its hashes, that it hangs together, that the engine here
 * calculates exactly the same lines from the inputs in it, and that the audit log has an entry for it.
 */
export function verifyStatement(
  digest: ProofDigest,
  content: string,
  expect: StatementExpectations = {},
): StatementVerdict {
  let file: StatementFile;
  try {
    file = readStatementFile(content);
  } catch (error) {
    return { ok: false, paid: null, steps: [{ step: 'file', outcome: 'FAIL', message: said(error) }] };
  }
  const { statement } = file;
  const steps: readonly VerdictStep[] = [
    {
      step: 'file',
      outcome: 'PASS',
      message: `A statement of ${statement.participant.id} for ${statement.period.key}`,
    },
    attempt('hashes', () => checkHashes(digest, file)),
    attempt('consistent', () => checkTogether(digest, file)),
    attempt('recalculation', () => recalculate(digest, file)),
    ...(file.audit ? logSteps(digest, file, file.audit, expect) : [noLog(expect)]),
  ];
  const { participant, period, total, currency } = statement;
  return {
    ok: isGood(steps),
    steps,
    paid: { participantId: participant.id, period: period.key, total, currency },
  };
}

/** Reads a statement file strictly. Throws `NotCanonical` or `Unverified` saying what is wrong with its form. */
function readStatementFile(content: string): StatementFile {
  const file = parseCanonical(content.endsWith('\n') ? content.slice(0, -1) : content);
  const wrong = fileShape(file, 'statement file');
  if (wrong !== null) throw new Unverified(wrong);
  const read = file as
    | StatementFile
    | { readonly format: typeof oldStatementFormat; readonly statement: Statement };
  return read.format === oldStatementFormat ? upgradeStatementFile(read) : read;
}

const word = text(500);
const period = record({ key: word, from: word, to: word });
const fileShape = record({
  format: oneOf(statementFormat, oldStatementFormat),
  statement: record({
    participant: record({ id: word, name: word }),
    planName: word,
    period,
    currency: word,
    lines: listOf(anything, 1_000),
    total: word,
  }),
  input: anything,
  engineVersion: word,
  hashes: record({ plan: hashText, input: hashText, figures: hashText }),
  audit: nullable(
    record({
      key: text(1_000),
      entry: text(100_000),
      proof: text(100_000),
      batch: record({ index: count, size: count, path: listOf(text(44), 53) }),
    }),
  ),
});

function checkHashes(digest: ProofDigest, file: StatementFile): string {
  const computed = hashesOf(digest, file.statement, file.input);
  for (const part of ['plan', 'input', 'figures'] as const) {
    if (computed[part] !== file.hashes[part])
      throw new Unverified(
        `${part === 'figures' ? 'The figures were' : `The ${part} was`} changed: ${part === 'figures' ? 'they hash' : 'it hashes'} to ${computed[part]}`,
      );
  }
  return `Plan, input and figures match their hashes; figures ${computed.figures}`;
}

function checkTogether(digest: ProofDigest, { statement, input }: StatementFile): string {
  const { participant, currency, planName, lines, total } = statement;
  const payee = input.participants.find((one) => one.id === participant.id);
  if (input.payeeIds?.join() !== participant.id || payee?.name !== participant.name) {
    throw new Unverified(`The input is not that of ${participant.name} (${participant.id})`);
  }
  if (hashOf(digest, input.period) !== hashOf(digest, statement.period))
    throw new Unverified('The input is for another period');
  if (input.plan.name !== planName || input.plan.currency !== currency)
    throw new Unverified('The input is for another plan');
  const added = sum(lines.map((line) => decimal(line.amount)));
  if (!added.eq(decimal(total)))
    throw new Unverified(`The lines total ${added.toFixed()}, but the statement has ${total}`);
  return `${lines.length} lines total ${moneyIn(decimal(total), currency)}`;
}

function recalculate(digest: ProofDigest, file: StatementFile): string {
  if (!paysLike(file.engineVersion)) {
    throw new Unverified(
      `It was calculated with version ${file.engineVersion} of the rules, and this verifier has ${ENGINE_VERSION}; use the verifier of that version`,
    );
  }
  const result = calculate(file.input);
  if (!result.ok) {
    const [first] = result.problems;
    throw new Unverified(`The input can't be calculated: ${first?.message} (${first?.rule}, ${first?.path})`);
  }
  const { lines, total } = file.statement;
  const { value } = result;
  if (value.lines.length !== lines.length) {
    throw new Unverified(
      `The input gives ${value.lines.length} lines, but the statement has ${lines.length}`,
    );
  }
  const compared = file.format === oldStatementFormat ? withoutWords : (line: PayoutLine) => line;
  for (const [at, line] of value.lines.entries()) mustBeLine(digest, compared(line), compared(lines[at]!));
  if (value.total !== total)
    throw new Unverified(`The input pays ${value.total}, but the statement has ${total}`);
  const words = file.format === oldStatementFormat ? '; sentences of release 0.1 are not compared' : '';
  return `The same inputs give the same ${lines.length} lines, to the cent: ${moneyIn(decimal(total), value.currency)}${words}`;
}

/** A line without its sentences, whose wording changed after release 0.1. */
function withoutWords(line: PayoutLine): PayoutLine {
  const nextTier = line.nextTier && { ...line.nextTier, message: '' };
  return { ...line, message: '', steps: line.steps.map(({ rule }) => rule) as never, nextTier };
}

function mustBeLine(digest: ProofDigest, expected: PayoutLine, stated: PayoutLine): void {
  if (expected.componentId !== stated.componentId || expected.amount !== stated.amount) {
    throw new Unverified(
      `The input pays ${expected.amount} for ${expected.componentId}, but the statement has ${stated.amount} for ${stated.componentId}`,
    );
  }
  if (canonicalText(expected) === canonicalText(stated)) return;
  const members = Object.keys(expected) as (keyof PayoutLine)[];
  const differing = members.filter(
    (member) => hashOf(digest, expected[member]) !== hashOf(digest, stated[member] ?? null),
  );
  throw new Unverified(
    `The line ${expected.componentId} differs in ${differing.join(', ') || 'its members'}`,
  );
}

function logSteps(
  digest: ProofDigest,
  file: StatementFile,
  audit: StatementAudit,
  expect: StatementExpectations,
): readonly VerdictStep[] {
  return [
    attempt('key', () => checkKey(digest, audit.key, expect)),
    attempt('log', () => checkEntryInLog(digest, audit)),
    attempt('batch', () => checkBatch(digest, file, audit)),
  ];
}

function checkBatch(digest: ProofDigest, file: StatementFile, audit: StatementAudit): string {
  const { index, size, path } = audit.batch;
  const proof = path.map((hash) => fromBase64(hash, 'A hash of the batch'));
  const root = rootFromInclusion(digest, { index, size, leaf: statementLeaf(digest, file), proof });
  if (root === null)
    throw new Unverified(`The proof does not match statement ${index} of a batch of ${size}`);
  const [rootHash, sizeAndRoot] = batchEvidence(digest, { size, root });
  const { evidence } = parseEntry(audit.entry);
  if (!evidence.includes(rootHash)) {
    throw new Unverified("The log entry is for another batch than this statement's");
  }
  const recorded = evidence[evidence.indexOf(rootHash) + 1];
  // such an entry binds no size, so neither size nor position can be stated
  if (recorded === undefined) return 'The log entry covers the batch that holds this statement';
  if (recorded !== sizeAndRoot)
    throw new Unverified(`The log entry is not for a batch of ${size} statements`);
  return `The log entry covers a batch of ${size} statements; this is number ${index + 1}`;
}

function noLog(expect: StatementExpectations): VerdictStep {
  const asked = expect.pin !== undefined || expect.origin !== undefined;
  const message =
    'The file has no proof from the audit log, so it only shows that the pay follows from the inputs';
  return { step: 'log', outcome: asked ? 'FAIL' : 'SKIP', message };
}
