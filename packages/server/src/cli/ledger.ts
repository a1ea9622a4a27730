import { counted } from '@attain/domain/base/figures';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { checkLedger, type LedgerCheck } from '../slices/records/ledger/write-segments.ts';
import { type Command, exitCodes, log, print, UsageError } from './command.ts';
import { dataDirOption, mustHaveDatabase, withOwnerDatabase } from './owner-database.ts';

/** `attain ledger`: compares the ledger with the deals, and writes it again. */
export const ledger: Command = {
  name: 'ledger',
  operand: '<check|rebuild>',
  options: {
    'data-dir': dataDirOption,
    json: { description: 'The result as JSON on stdout' },
  },
  notes: `
The ledger holds the deals in the form in which calculations read them: one segment for each participant and quarter. Both
commands make every segment from the deals and compare it, byte by byte, with the stored one. "rebuild" replaces those that
differ. Segments that wait to be written count only where they are damaged: their deals are read from rows. Uses DATABASE_URL, else the embedded database.
Exit codes: 0 every segment is right, or was replaced · 1 check: segments differ or are damaged; or there is no database, or it failed · 64 wrong usage.`,
  run: (given, operand) => {
    if (operand !== 'check' && operand !== 'rebuild')
      throw new UsageError(`"${operand}" is not a command of the ledger. Use "check" or "rebuild".`);
    const repair = operand === 'rebuild';
    mustHaveDatabase(given['data-dir']);
    return withOwnerDatabase(given, async ({ ownerUrl }) => {
      const found = await checkWorkspaces(ownerUrl, repair);
      await print(
        given.switches.has('json') ? `${JSON.stringify({ workspaces: found })}\n` : textOf(found, repair),
      );
      const differs = found.some(({ differing }) => differing.length > 0);
      return differs && !repair ? exitCodes.failed : exitCodes.done;
    });
  },
};

interface CheckedWorkspace extends LedgerCheck {
  readonly workspace: string;
}

async function checkWorkspaces(ownerUrl: string, repair: boolean): Promise<CheckedWorkspace[]> {
  const { appUrl } = await migrate(ownerUrl);
  const db = openDatabase({ ownerUrl, appUrl }, (error) => log(error.message));
  try {
    const tenants = await db.owner.query<{ id: string; slug: string }>(
      'SELECT id, slug FROM tenants ORDER BY slug',
    );
    const found: CheckedWorkspace[] = [];
    for (const { id, slug } of tenants.rows) {
      const check = await db.within(
        id,
        async (tx) => {
          // waits for a transaction that is writing segments
          await tx.client.query(`SET LOCAL lock_timeout = 0`);
          return checkLedger(tx, { repair });
        },
        { statementTimeoutMs: timeoutMs, snapshot: !repair },
      );
      found.push({ workspace: slug, ...check });
    }
    return found;
  } finally {
    await db.close();
  }
}

const timeoutMs = 60 * 60 * 1000;
/** Differing segments that are named. */
const shown = 20;

function textOf(workspaces: readonly CheckedWorkspace[], repair: boolean): string {
  const lines = workspaces.flatMap(({ workspace, segments, deals, bytes, waiting, differing }) => {
    const size = deals === 0 ? '' : `, ${(bytes / deals).toFixed(1)} bytes a deal`;
    const others = counted(differing.length, 'segment');
    const said =
      differing.length === 0 ? 'all match' : `${others} ${repair ? 'replaced' : 'not as the deals give'}`;
    const later = waiting === 0 ? '' : `; ${waiting} waiting to be written`;
    const named = differing.slice(0, shown).map(({ payee, quarter }) => `  ${quarter} ${payee}`);
    const more = differing.length > shown ? [`  and ${differing.length - shown} more`] : [];
    return [
      `${workspace}: ${counted(segments, 'segment')}, ${counted(deals, 'credited deal')}${size}; ${said}${later}`,
      ...named,
      ...more,
    ];
  });
  return `${lines.join('\n')}\n`;
}
