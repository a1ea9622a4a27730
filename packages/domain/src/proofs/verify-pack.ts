import { decimal, sum } from '../base/decimal.ts';
import { resultOf } from '../base/steps.ts';
import { fromBase64, toBase64, utf8 } from './bytes.ts';
import { parseCanonical, readCanonical } from './canonical.ts';
import { attempt, checkEntryInLog, checkKey, type StatementExpectations } from './check-log.ts';
import type { ProofDigest } from './digest.ts';
import { parseEntry } from './entry.ts';
import { type LogKey, parseLogKey } from './log-key.ts';
import {
  artifactTypes,
  type EvidencePack,
  evidenceFormat,
  leavesRoot,
  overlayStatuses,
  type PackArtifact,
  type PackJson,
  type PackObject,
  packResults,
  packStatement,
  packStatuses,
  payloadType,
  personalFields,
  signedText,
} from './pack.ts';
import { shortenedNote } from './redact-pack.ts';
import { anything, count, flag, hashText, listOf, nullable, oneOf, record, text } from './shape.ts';
import { Unverified } from './unverified.ts';
import { isGood, type Verdict, type VerdictStep } from './verdict.ts';

/** The outcome of checking a pack. */
export interface PackVerdict extends Verdict {
  /** The pack, as far as the file could be read. */
  readonly pack: EvidencePack | null;
}

/**
 * Checks an evidence pack without server or network: its form, every hash, commitments and sums, its signature, and that
 * the audit log has an entry for exactly this evidence.
 */
export function verifyPack(
  digest: ProofDigest,
  content: string,
  trusted: StatementExpectations = {},
): PackVerdict {
  return resultOf(verifyingPack(digest, content, trusted));
}

/** The same in steps, for processes that have other work meanwhile. */
export function* verifyingPack(
  digest: ProofDigest,
  content: string,
  trusted: StatementExpectations = {},
): Generator<undefined, PackVerdict> {
  const read: { file?: ReadFile } = {};
  const first = attempt('file', () => {
    read.file = readPack(content);
    const { suggestionId, timestamp } = read.file.pack;
    return `Evidence for the suggestion ${suggestionId}, packed ${timestamp}`;
  });
  const { file } = read;
  if (!file) return { ok: false, pack: null, steps: [first] };
  yield;
  const steps = [first];
  for (const step of packSteps(digest, file, trusted)) {
    steps.push(step);
    yield;
  }
  return { ok: isGood(steps), pack: file.pack, steps };
}

function* packSteps(
  digest: ProofDigest,
  { pack, write }: ReadFile,
  trusted: StatementExpectations,
): Generator<VerdictStep> {
  const contentText = writtenOnce(write);
  yield attempt('hash', () => checkHash(digest, pack, contentText));
  yield attempt('artifacts', () => checkArtifacts(digest, pack, contentText));
  yield attempt('payees', () => checkLeaves(digest, pack, write));
  yield attempt('commitments', () => checkCommitments(digest, pack));
  yield attempt('sums', () => checkSums(pack));
  yield attempt('figures', () => checkFigures(pack));
  const { audit } = pack;
  if (audit === null) return yield noLog(trusted);
  yield attempt('signature', () => checkSignature(digest, pack, parseLogKey(digest, audit.key)));
  yield attempt('key', () => checkKey(digest, audit.key, trusted));
  yield attempt('log', () => checkLog(digest, pack, audit));
}

const word = text(500);
const score = count;
const packShape = record({
  format: oneOf(evidenceFormat),
  suggestionId: word,
  timestamp: text(24, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  plan: record({
    id: word,
    version: count,
    documentHash: hashText,
    people: nullable(word),
    asDesigned: flag,
  }),
  changes: listOf(anything, 50),
  claim: record({
    projectedSavings: text(30, /^-?\d+(\.\d+)?$/),
    currency: word,
    span: text(22, /^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/),
    riskScore: nullable(score),
    confidence: nullable(score),
    steps: listOf(nullable(score), 4),
  }),
  artifacts: listOf(
    record({
      id: word,
      type: oneOf(...artifactTypes),
      title: word,
      source: word,
      hash: hashText,
      complianceScore: score,
      content: anything,
    }),
    100,
  ),
  complianceOverlays: listOf(
    record({
      id: word,
      name: word,
      version: word,
      status: oneOf(...overlayStatuses),
      industry: word,
      description: text(2_000),
    }),
    100,
  ),
  figures: listOf(
    record({ id: word, name: word, value: word, unit: word, formula: word, from: listOf(word, 100) }),
    500,
  ),
  evidenceHash: hashText,
  regulatorHash: text(16, /^REG-[0-9a-f]{12}$/),
  verificationStatus: oneOf(...packStatuses),
  salts: anything,
  signature: nullable(
    record({
      payloadType: oneOf(payloadType),
      payload: text(100_000),
      signatures: listOf(record({ keyid: word, sig: word }), 1),
    }),
  ),
  audit: nullable(record({ key: text(1_000), entry: text(100_000), proof: text(100_000) })),
});

/** A pack with the canonical text of its parts. */
interface ReadFile {
  readonly pack: EvidencePack;
  readonly write: (part: PackJson) => string;
}

/** Reads a pack strictly. Throws `NotCanonical` or `Unverified` saying what is wrong with its form. */
export function readPack(content: string): ReadFile {
  const { value, write } = readCanonical(content.endsWith('\n') ? content.slice(0, -1) : content);
  if ((value as { note?: unknown } | null)?.note === shortenedNote) throw new Unverified(shortenedNote);
  const wrong = packShape(value, 'evidence pack');
  if (wrong !== null) throw new Unverified(wrong);
  return { pack: value as EvidencePack, write };
}

type ContentText = (artifact: PackArtifact) => string;

/** The canonical text of contents, which both hashes are of. */
function writtenOnce(write: ReadFile['write']): ContentText {
  const texts = new Map<PackArtifact, string>();
  return (artifact) => {
    const text = texts.get(artifact) ?? write(artifact.content);
    texts.set(artifact, text);
    return text;
  };
}

function checkHash(digest: ProofDigest, pack: EvidencePack, contentText: ContentText): string {
  const { evidenceHash, regulatorHash } = packResults(digest, pack, contentText);
  if (evidenceHash !== pack.evidenceHash)
    throw new Unverified(`The evidence was changed: it hashes to ${evidenceHash}`);
  if (regulatorHash !== pack.regulatorHash)
    throw new Unverified(`The regulator hash of this evidence is ${regulatorHash}`);
  return `The evidence matches its hash ${evidenceHash}`;
}

function checkArtifacts(digest: ProofDigest, { artifacts }: EvidencePack, contentText: ContentText): string {
  for (const artifact of artifacts) {
    const { id, title, hash } = artifact;
    const computed = digest.sha256Hex(contentText(artifact));
    if (computed !== hash)
      throw new Unverified(`Artifact ${id} (${title}) was changed: it hashes to ${computed}`);
  }
  return `${artifacts.length} artifacts match their hashes`;
}

const noPayees = 'The pack lists no payees';
const listsPayees = ({ artifacts }: EvidencePack) => artifacts.some((one) => leavesOf(one) !== null);

function checkLeaves(
  digest: ProofDigest,
  { artifacts }: EvidencePack,
  write: ReadFile['write'],
): string | { readonly skip: string } {
  let checked = 0;
  for (const artifact of artifacts) {
    const leaves = leavesOf(artifact);
    if (leaves === null) continue;
    const { root, count: stated } = payeesOf(artifact);
    if (leavesRoot(digest, leaves, write) !== root || leaves.length !== stated)
      throw new Unverified(`The payees of artifact ${artifact.id} do not match their root and number`);
    checked += leaves.length;
  }
  return checked === 0 ? { skip: noPayees } : `${checked} payees match their root`;
}

/** A salt and a text in ASCII without escapes: already canonical. */
const plainOpening = /^[0-9a-f]{32}"[ !#-[\]-~]*"$/;

/** Every opened value is one of a listed personal field, and hashes to what stands there. */
function checkCommitments(digest: ProofDigest, pack: EvidencePack): string | { readonly skip: string } {
  const opened = Object.entries(saltsOf(pack));
  // of equal ids the first counts, as for figures
  const leaves = new Map(pack.artifacts.toReversed().map((artifact) => [artifact.id, leavesOf(artifact)]));
  for (const [place, preimage] of opened) {
    const [, id = '', at = '', field = ''] = /^([^#]+)#\/leaves\/(\d+)\/(\w+)$/.exec(place) ?? [];
    if (!personalFields.some((one) => one === field) || !/^[0-9a-f]{32}"/.test(preimage))
      throw new Unverified(`${place} is not a personal field`);
    if (!plainOpening.test(preimage)) parseCanonical(preimage.slice(32));
    if (memberOf(memberOf(leaves.get(id), at), field) !== digest.sha256Hex(preimage))
      throw new Unverified(`The value of ${place} is not the one that was packed`);
  }
  if (!listsPayees(pack)) return { skip: noPayees };
  if (opened.length === 0) return { skip: 'Values of single payees are withheld' };
  return `${opened.length} values of payees are the ones that were packed`;
}

function checkSums(pack: EvidencePack): string | { readonly skip: string } {
  if (!listsPayees(pack)) return { skip: noPayees };
  const salts = saltsOf(pack);
  let summed = 0;
  for (const artifact of pack.artifacts) {
    const leaves = leavesOf(artifact) ?? [];
    for (const field of ['before', 'after'] as const) {
      const places = leaves.map((_, at) => `${artifact.id}#/leaves/${at}/${field}`);
      if (places.length === 0 || places.some((place) => !Object.hasOwn(salts, place))) continue;
      const added = sum(places.map((place) => decimal(String(JSON.parse(salts[place]!.slice(32))))));
      const stated = String(payeesOf(artifact)[field]);
      if (!added.eq(decimal(stated)))
        throw new Unverified(
          `The payees of ${artifact.id} total ${added.toFixed()} ${field}, but it states ${stated}`,
        );
      summed += places.length;
    }
  }
  return summed === 0
    ? { skip: 'Values of single payees are withheld, so their sums can’t be checked' }
    : `${summed} amounts add up to the totals of the replay`;
}

/** Each figure follows from its places, and the claim's savings are one of them. */
function checkFigures(pack: EvidencePack): string {
  for (const { id, name, value, formula, from } of pack.figures) {
    const named = new Map(from.map((place) => [place.split('/').at(-1)!, valueAt(pack, place)]));
    for (const [part, found] of named)
      if (found === undefined)
        throw new Unverified(`Figure ${id} (${name}) names ${part}, which is not there`);
    const computed = computedBy(formula, named);
    if (computed !== null && !decimal(computed).eq(decimal(value)))
      throw new Unverified(`Figure ${id} (${name}) is ${computed} by its formula, but states ${value}`);
  }
  const { projectedSavings } = pack.claim;
  const savings = pack.figures.find(({ name }) => name === 'projectedSavings');
  if (savings?.value !== projectedSavings)
    throw new Unverified(`No figure supports the claimed savings of ${projectedSavings}`);
  return `Figures that follow from the artifacts: ${pack.figures.length}; savings ${projectedSavings} ${pack.claim.currency}`;
}

/** The result of `a − b + c` over named values; null for another formula. */
function computedBy(formula: string, named: ReadonlyMap<string, PackJson | undefined>): string | null {
  const parts = formula.split(/ ([−+]) /);
  const values = parts.filter((_, at) => at % 2 === 0).map((part) => named.get(part));
  if (parts.length < 3 || values.some((value) => value === undefined)) return null;
  const signed = values.map((value, at) => {
    const amount = decimal(String(value));
    return at > 0 && parts[2 * at - 1] === '−' ? amount.times(-1) : amount;
  });
  return sum(signed).toFixed();
}

function checkSignature(
  digest: ProofDigest,
  pack: EvidencePack,
  key: LogKey,
): string | { readonly skip: string } {
  const { signature } = pack;
  if (signature === null) return { skip: 'The pack is not signed' };
  const statement = packStatement(pack);
  if (signature.payload !== toBase64(utf8(statement)))
    throw new Unverified('What was signed is not the statement on these artifacts');
  for (const { keyid, sig } of signature.signatures) {
    const valid = digest.ed25519Verifies(
      key.publicKey,
      signedText(statement),
      fromBase64(sig, 'The signature'),
    );
    if (keyid !== key.keyId || !valid) throw new Unverified(`The signature of the key ${keyid} is not valid`);
  }
  if (signature.signatures.length === 0) throw new Unverified('The envelope has no signature');
  return `Signed by the key ${key.keyId} of ${key.origin}`;
}

function checkLog(
  digest: ProofDigest,
  pack: EvidencePack,
  audit: NonNullable<EvidencePack['audit']>,
): string {
  const entry = parseEntry(audit.entry);
  if (entry.action !== 'evidence.packed' || entry.after !== pack.evidenceHash)
    throw new Unverified('The log entry is for other evidence than this pack');
  return checkEntryInLog(digest, audit);
}

function noLog(trusted: StatementExpectations): VerdictStep {
  const asked = trusted.pin !== undefined || trusted.origin !== undefined;
  const message = 'The pack has no proof from the audit log, so it only shows that it is consistent';
  return { step: 'log', outcome: asked ? 'FAIL' : 'SKIP', message };
}

function saltsOf({ salts }: EvidencePack): Readonly<Record<string, string>> {
  const given: unknown = salts;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Unverified('salts must be an object');
  for (const place in given)
    if (typeof salts[place] !== 'string') throw new Unverified('salts must be texts');
  return salts;
}

function payeesOf({ id, content }: PackArtifact): PackObject {
  const { payees } = content;
  if (typeof payees !== 'object' || payees === null || Array.isArray(payees))
    throw new Unverified(`Artifact ${id} lists payees without their root`);
  return payees as PackObject;
}

function leavesOf({ content }: PackArtifact): readonly PackJson[] | null {
  const leaves = (content as PackObject | null)?.leaves;
  return Array.isArray(leaves) ? (leaves as readonly PackJson[]) : null;
}

/** The value at a place such as `a1#/payees/before`; undefined if there is none. */
function valueAt({ artifacts }: EvidencePack, place: string): PackJson | undefined {
  const [id, pointer = ''] = place.split('#');
  let value: PackJson | undefined = artifacts.find((one) => one.id === id)?.content;
  for (const part of pointer.split('/').slice(1)) value = memberOf(value, part);
  return value;
}

function memberOf(value: PackJson | undefined, name: string): PackJson | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as PackObject)[name];
}
