/** A version in the graph of an agent's versions. */
export interface VersionNode {
  readonly hash: string;
  /** The versions it was made from: one, two after a merge, none for the first. */
  readonly parents: readonly string[];
  /** Counts the agent's versions; a version has a higher number than its parents. */
  readonly number: number;
}

export const versionStatuses = ['active', 'archived', 'deprecated'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

export const versionTags = ['latest', 'stable', 'hotfix', 'legacy'] as const;
export type VersionTag = (typeof versionTags)[number];

export const branchStatuses = ['active', 'merged', 'stale'] as const;
export type BranchStatus = (typeof branchStatuses)[number];

/** Days without a commit after which a branch is stale. */
const STALE_DAYS = 30;

/** The branch that agents run from. */
export const MAIN = 'main';

/** Which status may follow which (VC-3). */
export const versionMoves: Readonly<Record<VersionStatus, VersionStatus>> = {
  active: 'deprecated',
  deprecated: 'archived',
  archived: 'active',
};

/** A version and all it was made from. */
export function ancestorsOf(graph: ReadonlyMap<string, VersionNode>, head: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [head];
  while (waiting.length > 0) {
    const hash = waiting.pop() as string;
    const node = graph.get(hash);
    if (node === undefined || seen.has(hash)) continue;
    seen.add(hash);
    waiting.push(...node.parents);
  }
  return seen;
}

/** What decides the tag of a version. */
export interface TaggedVersion extends VersionNode {
  readonly branch: string;
  readonly status: VersionStatus;
  /** Runs that have not ended. */
  readonly openRuns: number;
}

/**
 * The tag of each version, by hash (VC-9): `hotfix` on a branch `hotfix/…`, `latest` for the newest active version of
 * main, `legacy` for deprecated versions and older ones of main with open runs.
 */
export function tagsOf(versions: readonly TaggedVersion[]): ReadonlyMap<string, VersionTag | null> {
  const onMain = versions.filter(({ branch, status }) => branch === MAIN && status === 'active');
  const latest = onMain.toSorted((a, b) => b.number - a.number)[0];
  return new Map(
    versions.map((one) => {
      if (one.branch.startsWith('hotfix/')) return [one.hash, 'hotfix'];
      if (one === latest) return [one.hash, 'latest'];
      const isOld = one.status === 'deprecated' || (one.branch === MAIN && one.openRuns > 0);
      return [one.hash, isOld ? 'legacy' : null];
    }),
  );
}

/** The newest version that two versions both were made from; null: none (VC-7). */
export function mergeBase(graph: ReadonlyMap<string, VersionNode>, a: string, b: string): string | null {
  const ours = ancestorsOf(graph, a);
  const common = [...ancestorsOf(graph, b)].filter((hash) => ours.has(hash));
  const newest = common.toSorted((x, y) => (graph.get(y)?.number ?? 0) - (graph.get(x)?.number ?? 0));
  return newest[0] ?? null;
}

/** How many versions each of two heads has that the other lacks. */
export function aheadBehind(
  graph: ReadonlyMap<string, VersionNode>,
  head: string,
  other: string,
): { readonly ahead: number; readonly behind: number } {
  const [own, others] = [ancestorsOf(graph, head), ancestorsOf(graph, other)];
  const lacking = (of: ReadonlySet<string>, those: ReadonlySet<string>) =>
    [...of].filter((hash) => !those.has(hash)).length;
  return { ahead: lacking(own, others), behind: lacking(others, own) };
}

/** A branch whose head main contains is merged; one without a commit for 30 days is stale (VC-8). */
export function branchStatus(
  branch: {
    readonly name: string;
    readonly ahead: number;
    readonly hasOwn: boolean;
    readonly lastCommit: string;
  },
  now: Date,
): BranchStatus {
  if (branch.name === MAIN) return 'active';
  if (branch.hasOwn && branch.ahead === 0) return 'merged';
  const days = (now.getTime() - Date.parse(branch.lastCommit)) / 86_400_000;
  return days > STALE_DAYS ? 'stale' : 'active';
}
