import { decimal, sum } from '../base/decimal.ts';
import { toBase64, toHex, utf8 } from './bytes.ts';
import { canonicalOf, canonicalText } from './canonical.ts';
import { type Digest, hashOf } from './digest.ts';
import { leafHash } from './merkle.ts';
import { batchTree } from './merkle-batch.ts';
import type { StatementAudit } from './statement-file.ts';

/** The mark of an evidence pack. */
export const evidenceFormat = 'attain.evidence/1';

/** Payees of an artifact above this number are in its root only. */
export const MAX_PACK_LEAVES = 5_000;

export const artifactTypes = ['historical_data', 'benchmark', 'policy', 'regulation'] as const;
export const overlayStatuses = ['OK', 'Warning', 'Violation'] as const;
export const packStatuses = ['verified', 'pending', 'failed'] as const;
export type PackStatus = (typeof packStatuses)[number];

/** A JSON value whose numbers are whole; money is a decimal string. */
export type PackJson = string | number | boolean | null | readonly PackJson[] | PackObject;
export interface PackObject {
  readonly [member: string]: PackJson;
}

/** A stored thing that a suggestion rests on. */
export interface PackArtifact {
  readonly id: string;
  readonly type: (typeof artifactTypes)[number];
  readonly title: string;
  /** Where it is stored: `simulation/<id>`. */
  readonly source: string;
  /** SHA-256 of the canonical content. */
  readonly hash: string;
  /** 0 to 100. */
  readonly complianceScore: number;
  readonly content: PackObject;
}

export interface PackOverlay {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly status: (typeof overlayStatuses)[number];
  readonly industry: string;
  readonly description: string;
}

/** A number of the claim, and the places in the artifacts that it is computed from: `a1#/payees/before`. */
export interface PackFigure {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** `before − after` names the last parts of the places in `from`. */
  readonly formula: string;
  readonly from: readonly string[];
}

/** What a suggestion rests on, without the three fields that follow from it. */
export interface PackClaim {
  readonly suggestionId: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly timestamp: string;
  readonly plan: {
    readonly id: string;
    readonly version: number;
    readonly documentHash: string;
    /** The plan or group whose payees were replayed; null: none. */
    readonly people: string | null;
    readonly asDesigned: boolean;
  };
  readonly changes: readonly PackJson[];
  readonly claim: {
    readonly projectedSavings: string;
    readonly currency: string;
    /** `2025-01-01..2025-12-31`. */
    readonly span: string;
    readonly riskScore: number | null;
    readonly confidence: number | null;
    /** Percent of each step of the confidence; null: the step does not apply. */
    readonly steps: readonly (number | null)[];
  };
  readonly artifacts: readonly PackArtifact[];
  readonly complianceOverlays: readonly PackOverlay[];
  readonly figures: readonly PackFigure[];
}

/** All of a pack that is hashed, and the three results. */
export interface PackManifest extends PackClaim {
  readonly format: typeof evidenceFormat;
  /** SHA-256 of the canonical manifest without this and the next two fields, 64 hex characters. */
  readonly evidenceHash: string;
  /** `REG-` and the first 12 characters of the hash: a label, never the proof. */
  readonly regulatorHash: string;
  readonly verificationStatus: PackStatus;
}

/** Salts and values of personal fields by their place; the manifest has only SHA-256 of each text here. */
export type PackSalts = Readonly<Record<string, string>>;

/** A DSSE envelope around an in-toto statement. */
export interface DsseEnvelope {
  readonly payloadType: typeof payloadType;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** An evidence pack. As a file: the canonical JSON (RFC 8785) of this type and a line break. */
export interface EvidencePack extends PackManifest {
  readonly salts: PackSalts;
  readonly signature: DsseEnvelope | null;
  /** The entry `evidence.packed` of the audit log and its proof. */
  readonly audit: Pick<StatementAudit, 'key' | 'entry' | 'proof'> | null;
}

/** A payee of a replay, as it is known before packing. */
export interface PackPayee {
  readonly payee: string;
  readonly before: string;
  readonly after: string;
  readonly inputHash: string;
}

/** An artifact before it is packed; with payees, their tree and sums are added to its content. */
export type ArtifactFacts = Omit<PackArtifact, 'hash'> & { readonly payees?: readonly PackPayee[] };

/** Fields of a leaf that are personal: the manifest has a commitment instead of the value. */
export const personalFields = ['payee', 'before', 'after'] as const;

/**
 * Packs a claim. `salt` gives 32 random hex characters for the place of a personal field; who knows the place and the
 * value but not the salt can't confirm a guess. In steps: a thousand payees are much to hash at once.
 */
export function* makePack(
  digest: Digest,
  facts: Omit<PackClaim, 'artifacts'> & { readonly artifacts: readonly ArtifactFacts[] },
  salt: (place: string) => string,
): Generator<undefined, { readonly manifest: PackManifest; readonly salts: PackSalts }> {
  const salts: Record<string, string> = {};
  const artifacts: PackArtifact[] = [];
  for (const { payees, ...artifact } of facts.artifacts) {
    const commit = commitInto(digest, salts, artifact.id, salt);
    const content = payees
      ? { ...artifact.content, ...(yield* payeeContent(digest, payees, commit)) }
      : artifact.content;
    artifacts.push({ ...artifact, content, hash: hashOf(digest, content) });
    yield;
  }
  const manifest = { ...facts, format: evidenceFormat, artifacts } as const;
  return {
    manifest: { ...manifest, ...packResults(digest, manifest), verificationStatus: 'pending' },
    salts,
  };
}

type Commit = (at: number, field: string, value: string) => string;

function commitInto(
  digest: Digest,
  salts: Record<string, string>,
  artifactId: string,
  salt: (place: string) => string,
): Commit {
  return (at, field, value) => {
    const place = `${artifactId}#/leaves/${at}/${field}`;
    const opened = `${salt(place)}${canonicalText(value)}`;
    salts[place] = opened;
    return digest.sha256Hex(opened);
  };
}

function* payeeContent(
  digest: Digest,
  payees: readonly PackPayee[],
  commit: Commit,
): Generator<undefined, PackObject> {
  const listed = payees.length <= MAX_PACK_LEAVES;
  const leaves: PackObject[] = [];
  for (const [at, { payee, before, after, inputHash }] of payees.entries()) {
    leaves.push(
      listed
        ? {
            payee: commit(at, 'payee', payee),
            before: commit(at, 'before', before),
            after: commit(at, 'after', after),
            inputHash,
          }
        : { payee, before, after, inputHash },
    );
    if (at % STEP === STEP - 1) yield;
  }
  yield;
  return {
    payees: {
      root: leavesRoot(digest, leaves),
      count: payees.length,
      before: totalOf(payees.map(({ before }) => before)),
      after: totalOf(payees.map(({ after }) => after)),
    },
    ...(listed && { leaves }),
  };
}

/** Payees of one step. */
const STEP = 500;

/** Exact; at least two decimals. */
function totalOf(amounts: readonly string[]): string {
  const total = sum(amounts.map(decimal));
  return total.eq(total.round(2)) ? total.toFixed(2) : total.toFixed();
}

/** The root over the leaves of an artifact, 64 hex characters. */
export function leavesRoot(
  digest: Digest,
  leaves: readonly PackJson[],
  write: (leaf: PackJson) => string = canonicalText,
): string {
  return toHex(
    batchTree(
      digest,
      leaves.map((leaf) => leafHash(digest, write(leaf))),
    ).root,
  );
}

/** Evidence hash and regulator hash of a manifest; the texts of large contents need not be written twice. */
export function packResults(
  digest: Digest,
  manifest: Omit<PackManifest, 'evidenceHash' | 'regulatorHash' | 'verificationStatus'>,
  contentText: (artifact: PackArtifact) => string = ({ content }) => canonicalText(content),
): Pick<PackManifest, 'evidenceHash' | 'regulatorHash'> {
  const { format, suggestionId, timestamp, plan, changes, claim } = manifest;
  const { artifacts, complianceOverlays, figures } = manifest;
  const hashed = { format, suggestionId, timestamp, plan, changes, claim, complianceOverlays, figures };
  const texts = artifacts.map((artifact) => {
    const { content: _content, ...rest } = artifact;
    return canonicalOf({ ...textsOf(rest), content: contentText(artifact) });
  });
  const text = canonicalOf({ ...textsOf(hashed), artifacts: `[${texts.join(',')}]` });
  const evidenceHash = digest.sha256Hex(text);
  return { evidenceHash, regulatorHash: `REG-${evidenceHash.slice(0, 12)}` };
}

/** The canonical text of each member. */
function textsOf(members: object): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, canonicalText(value)]));
}

/** The bytes of the file as text. */
export function writePack(pack: EvidencePack): string {
  return `${canonicalText(pack)}\n`;
}

/** Signs a pack with the log's key as a DSSE envelope, which other people's tools read too. */
export function signPack(
  manifest: PackManifest,
  signer: { readonly keyId: string; sign(text: string): Uint8Array },
): DsseEnvelope {
  const statement = packStatement(manifest);
  const sig = toBase64(signer.sign(signedText(statement)));
  return { payloadType, payload: toBase64(utf8(statement)), signatures: [{ keyid: signer.keyId, sig }] };
}

/** The in-toto Statement v1 of a pack: its subjects are the artifacts' digests. */
export function packStatement(manifest: PackManifest): string {
  const { suggestionId, evidenceHash, artifacts } = manifest;
  return canonicalText({
    _type: 'https://in-toto.io/Statement/v1',
    subject: artifacts.map(({ id, hash }) => ({ name: id, digest: { sha256: hash } })),
    predicateType: 'urn:attain:evidence:1',
    predicate: { format: evidenceFormat, suggestionId, evidenceHash },
  });
}

/** What DSSE signs: its pre-authentication encoding of type and payload. */
export function signedText(payload: string): string {
  return `DSSEv1 ${payloadType.length} ${payloadType} ${utf8(payload).length} ${payload}`;
}

export const payloadType = 'application/vnd.in-toto+json';
