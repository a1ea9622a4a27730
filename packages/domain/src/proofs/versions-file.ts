import { jcs } from './canonical.ts';
import type { Digest } from './digest.ts';

/** The mark of a version's record, which its hash is taken of. */
export const versionFormat = 'attain.agent-version/1';
/** The mark of a manifest. */
export const manifestFormat = 'attain.agent/1';
/** The mark of a file with an agent's versions. */
export const versionsFormat = 'attain.agent-versions/1';

/** What a version is: its content by hash, the versions it was made from, and who made it. Its hash is the version’s name. */
export interface VersionRecord {
  readonly format: typeof versionFormat;
  readonly agentId: string;
  readonly branch: string;
  /** Three numbers with dots. */
  readonly version: string;
  /** SHA-256 of the manifest. */
  readonly manifest: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Display name at that time. */
  readonly author: string;
  readonly at: string;
}

/** Something a version refers to by hash. */
interface Reference {
  readonly id: string;
  readonly hash: string;
}

/** The content of a version: the form, and everything else by hash. */
export interface AgentManifest {
  readonly format: typeof manifestFormat;
  readonly agent: object;
  readonly workflow: Reference | null;
  /** Sub-workflows, in the version that was newest. */
  readonly pins: readonly (Reference & { readonly version: number })[];
  readonly contracts: readonly (Reference & { readonly version: string })[];
  /** Connections that nodes name: their address and settings, never a secret. */
  readonly connections: readonly (Reference & { readonly kind: string })[];
  /** Types of nodes, as this release of Attain has them. */
  readonly nodes: readonly (Reference & { readonly version: string })[];
}

/** The history of an agent that anyone can check without a server. As a file: RFC 8785 text and a line break. */
export interface VersionsFile {
  readonly format: typeof versionsFormat;
  readonly agentId: string;
  /** Key line of the audit log. */
  readonly key: string;
  readonly versions: readonly FiledVersion[];
  /** Workflow documents by their hash. */
  readonly workflows: Readonly<Record<string, unknown>>;
}

/** A version with its manifest and the log entry that names it. */
export interface FiledVersion {
  readonly hash: string;
  readonly record: VersionRecord;
  readonly manifest: AgentManifest;
  /** The exact body of the entry, and its C2SP `tlog-proof@v1`. */
  readonly audit: { readonly entry: string; readonly proof: string };
}

/** SHA-256 of the RFC 8785 text, 64 hex characters. */
export function versionHash(digest: Digest, value: VersionRecord | AgentManifest | object): string {
  return digest.sha256Hex(jcs(value));
}

/** The bytes of the file as text. */
export function writeVersionsFile(file: VersionsFile): string {
  return `${jcs(file)}\n`;
}

/** Whether a text begins as such a file: its first member is the agent, the second the format. */
export function isVersionsFile(content: string): boolean {
  return /^\{"agentId":"[a-z0-9-]+","format":"attain\.agent-versions\/\d+"/.test(content);
}
