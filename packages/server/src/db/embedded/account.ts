import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

/**
 * The account PostgreSQL runs under. It can't run as root, so when Attain runs as root it either uses a user namespace
 * (files keep their owner), or gives the database folder to `nobody`.
 */
export interface Account {
  /** The command that starts `program` under this account. */
  command(program: string, args: readonly string[]): { file: string; args: string[] };
  /** To be merged into the options of `spawn`. */
  readonly spawn: { uid?: number; gid?: number };
  /** Required owner of the database folder; omitted: unchanged. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

const NOBODY_ID = 65534;

/** Chooses the account: the current user, root in a user namespace, or `nobody`. */
export function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return ourselves;
  const hides = spawnSync('unshare', ['--user', '--', 'true'], { stdio: 'ignore' });
  return hides.status === 0 ? hiddenRoot : nobodyAccount;
}

/** `nobody` may not be able to access a folder below a private one: throws with instructions. */
export function mustReach(account: Account, folder: string): void {
  if (!account.owner) return;
  const tried: SpawnSyncReturns<Buffer> = spawnSync('test', ['-w', folder], account.spawn);
  if (tried.status === 0) return;
  throw new Error(
    `PostgreSQL can't run as root, this system has no user namespaces, and the user ${NOBODY_ID} can't access ${folder}. ` +
      'Start Attain as an ordinary user, set ATTAIN_DATA_DIR to a folder every user can access, ' +
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

/** Runs it as `nobody`, who must own the folder: the fallback if user namespaces are not allowed. */
export const nobodyAccount: Account = {
  command: (program, args) => ({ file: program, args: [...args] }),
  spawn: { uid: NOBODY_ID, gid: NOBODY_ID },
  owner: { uid: NOBODY_ID, gid: NOBODY_ID },
};
