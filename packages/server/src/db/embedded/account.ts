import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

/**
 * The account PostgreSQL runs under. It refuses to run as root, so a root Attain either hides root behind a user
 * namespace (files keep their owner), or hands the database folder to `nobody`.
 */
export interface Account {
  /** The command that starts `program` under this account. */
  command(program: string, args: readonly string[]): { file: string; args: string[] };
  /** To be merged into the options of `spawn`. */
  readonly spawn: { uid?: number; gid?: number };
  /** To whom the database folder must belong; nothing when it stays ours. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

const NOBODY_ID = 65534;

/** Chooses the account: ourselves, root in a user namespace, or `nobody`. */
export function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return ourselves;
  const hides = spawnSync('unshare', ['--user', '--', 'true'], { stdio: 'ignore' });
  return hides.status === 0 ? hiddenRoot : nobodyAccount;
}

/** `nobody` may be unable to reach a folder below a private one: throws a sentence that says what to do then. */
export function mustReach(account: Account, folder: string): void {
  if (!account.owner) return;
  const tried: SpawnSyncReturns<Buffer> = spawnSync('test', ['-w', folder], account.spawn);
  if (tried.status === 0) return;
  throw new Error(
    `PostgreSQL refuses to run as root, this system offers no user namespaces, and the user ${NOBODY_ID} cannot reach ${folder}. ` +
      'Start Attain as an ordinary user, set ATTAIN_DATA_DIR to a folder every user can reach, ' +
      'or set DATABASE_URL to a PostgreSQL server.',
  );
}

const ourselves: Account = {
  command: (program, args) => ({ file: program, args: [...args] }),
  spawn: {},
};

const hiddenRoot: Account = {
  command: (program, args) => ({ file: 'unshare', args: ['--user', '--', program, ...args] }),
  spawn: {},
};

/** Runs it as `nobody`, who must own the folder: the fallback where a user namespace is not allowed. */
export const nobodyAccount: Account = {
  command: (program, args) => ({ file: program, args: [...args] }),
  spawn: { uid: NOBODY_ID, gid: NOBODY_ID },
  owner: { uid: NOBODY_ID, gid: NOBODY_ID },
};
