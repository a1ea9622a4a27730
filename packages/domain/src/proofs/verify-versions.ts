import { jcs } from './canonical.ts';
import { attempt, checkEntryInLog, checkKey, type StatementExpectations, said } from './check-log.ts';
import type { ProofDigest } from './digest.ts';
import { parseEntry } from './entry.ts';
import { anything, hashText, listOf, nullable, oneOf, record, text } from './shape.ts';
import { Unverified } from './unverified.ts';
import { isGood, type Verdict, type VerdictStep } from './verdict.ts';
import {
  manifestFormat,
  type VersionsFile,
  versionFormat,
  versionHash,
  versionsFormat,
} from './versions-file.ts';

/**
 * Checks the history of an agent without server or network: every hash, that each version follows from those before it,
 * and that the audit log names each version.
 */
export function verifyVersions(
  digest: ProofDigest,
  content: string,
  expect: StatementExpectations = {},
): Verdict {
  let file: VersionsFile;
  try {
    file = readFile(content);
  } catch (error) {
    return { ok: false, steps: [{ step: 'file', outcome: 'FAIL', message: said(error) }] };
  }
  const message = `${file.versions.length} versions of ${file.agentId}`;
  const steps: readonly VerdictStep[] = [
    { step: 'file', outcome: 'PASS', message },
    attempt('hashes', () => checkHashes(digest, file)),
    attempt('history', () => checkHistory(file)),
    attempt('key', () => checkKey(digest, file.key, expect)),
    attempt('log', () => checkLog(digest, file)),
  ];
  return { ok: isGood(steps), steps };
}

const word = text(500);
const sized = text(20_000);
const fileShape = record({
  format: oneOf(versionsFormat),
  agentId: word,
  key: text(1_000),
  versions: listOf(
    record({
      hash: hashText,
      record: record({
        format: oneOf(versionFormat),
        agentId: word,
        branch: word,
        version: word,
        manifest: hashText,
        parents: listOf(hashText, 2),
        message: (value, path) => (value === '' ? null : sized(value, path)),
        author: word,
        at: word,
      }),
      manifest: record({
        format: oneOf(manifestFormat),
        agent: anything,
        workflow: nullable(record({ id: word, hash: hashText })),
        pins: anything,
        contracts: anything,
        connections: anything,
        nodes: anything,
      }),
      audit: record({ entry: text(100_000), proof: text(100_000) }),
    }),
    100_000,
  ),
  workflows: anything,
});

function readFile(content: string): VersionsFile {
  const line = content.endsWith('\n') ? content.slice(0, -1) : content;
  const file: unknown = JSON.parse(line);
  if (jcs(file) !== line)
    throw new Unverified('The file is not in canonical form (RFC 8785), so its hashes are not valid');
  const wrong = fileShape(file, 'versions file');
  if (wrong !== null) throw new Unverified(wrong);
  return file as VersionsFile;
}

function checkHashes(digest: ProofDigest, { agentId, versions, workflows }: VersionsFile): string {
  for (const { hash, record: stated, manifest } of versions) {
    if (versionHash(digest, stated) !== hash)
      throw new Unverified(`Version ${stated.version} was changed: its record does not match its hash`);
    if (versionHash(digest, manifest) !== stated.manifest)
      throw new Unverified(`The content of version ${stated.version} was changed`);
    if (stated.agentId !== agentId)
      throw new Unverified(`Version ${stated.version} belongs to another agent`);
    const { workflow } = manifest;
    if (workflow !== null && !Object.hasOwn(workflows, workflow.hash))
      throw new Unverified(`The workflow of version ${stated.version} is missing`);
  }
  for (const [hash, document] of Object.entries(workflows))
    if (versionHash(digest, document as object) !== hash)
      throw new Unverified(`The workflow ${hash} was changed`);
  return `${versions.length} versions and ${Object.keys(workflows).length} workflows match their hashes`;
}

function checkHistory({ versions }: VersionsFile): string {
  const known = new Set<string>();
  for (const { hash, record: stated } of versions) {
    const missing = stated.parents.find((parent) => !known.has(parent));
    if (missing !== undefined)
      throw new Unverified(`Version ${stated.version} follows a version that the file does not have`);
    if (stated.parents.length === 0 && known.size > 0)
      throw new Unverified(`Version ${stated.version} does not follow any version`);
    known.add(hash);
  }
  return 'Each version follows from versions before it';
}

function checkLog(digest: ProofDigest, { key, versions }: VersionsFile): string {
  for (const { hash, record: stated, audit } of versions) {
    const entry = parseEntry(audit.entry);
    if (entry.after !== hash && !entry.evidence.includes(hash))
      throw new Unverified(`The log entry for version ${stated.version} names another version`);
    checkEntryInLog(digest, { key, entry: audit.entry, proof: audit.proof });
  }
  return `The log names each of the ${versions.length} versions`;
}
