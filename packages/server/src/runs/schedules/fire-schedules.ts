import { MISSED_AFTER_MS } from '@attain/domain/workflows/triggers';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import type { Look } from '../look.ts';

/** Something of a workspace that has a schedule and is due. */
export interface Due {
  readonly tenantId: string;
  readonly id: string;
}

/** One kind of what has a schedule: triggers, processes. */
export interface Scheduled<One extends Due = Due> {
  /** A condition that is true while any is due, as of `Look`. */
  readonly isDue: string;
  /** Those of all workspaces that are due: the first of each workspace, then the second of each, at most so many. */
  due(owner: pg.Pool, now: Date, atMost: number): Promise<readonly One[]>;
  /** Starts one, which other processes may be starting; true if its instant was handled here. */
  fire(ctx: AppContext, due: One, watchedSinceMs: number): Promise<boolean>;
}

/** The kind, for a list of several. */
export function scheduled<One extends Due>({ isDue, due, fire }: Scheduled<One>): Scheduled {
  return { isDue, due, fire: (ctx, one, watchedSinceMs) => fire(ctx, one as One, watchedSinceMs) };
}

/** Starts what is due of these kinds, and notes that schedules are looked at. */
export function schedulesLook(kinds: readonly Scheduled[]): Look {
  return {
    isDue: [isNotNoted, ...kinds.map(({ isDue }) => isDue)].join(' OR '),
    act: (ctx) => fireSchedules(ctx, kinds),
  };
}

/** So many of a kind are taken at a time. */
const atOnce = 200;

/** Those that a process fires at once, in all and of one workspace. */
const turns = fairTurns({ atOnce: 8, atOnceEach: 4 });

/** Starts what is due, until nothing is left for this process. */
export async function fireSchedules(ctx: AppContext, kinds: readonly Scheduled[]): Promise<void> {
  await Promise.all(kinds.map((kind) => fireKind(ctx, kind)));
}

async function fireKind(ctx: AppContext, kind: Scheduled): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const watchedSinceMs = await watchSchedules(ctx.db.owner, now);
    const due = await kind.due(ctx.db.owner, now, atOnce);
    const fired = await Promise.all(
      due.map((one) => turns.run(one.tenantId, () => kind.fire(ctx, one, watchedSinceMs))),
    );
    // what other processes fire is theirs; a full batch leaves more behind, and a late schedule may be due again
    if (due.length < atOnce || !fired.some(Boolean)) return;
  }
}

/** How often a process notes that it looks, and the longest time between two looks that leaves no gap. */
const noteEveryMs = 5_000;
const isNotNoted = `NOT EXISTS (SELECT 1 FROM installation_settings WHERE name = 'schedules-watched'
  AND abs(extract(epoch FROM clock.now) * 1000 - (value->>'until')::float8) < ${noteEveryMs})`;

/** Since when schedules have been looked at without a gap; notes this look. */
async function watchSchedules(owner: pg.Pool, now: Date): Promise<number> {
  const known = await owner.query<{ value: { since: number; until: number } }>({
    name: 'schedules-watched',
    text: `SELECT value FROM installation_settings WHERE name = 'schedules-watched'`,
  });
  const noted = known.rows[0]?.value;
  const nowMs = now.getTime();
  if (noted !== undefined && Math.abs(nowMs - noted.until) < noteEveryMs) return noted.since;
  const watched = await owner.query<{ since: number }>({
    name: 'watch-schedules',
    text: `INSERT INTO installation_settings AS s (name, value)
       VALUES ('schedules-watched', jsonb_build_object('since', $1::float8, 'until', $1::float8))
       ON CONFLICT (name) DO UPDATE SET updated_at = now(), value = jsonb_build_object('until', $1::float8,
         'since', CASE WHEN abs((s.value->>'until')::float8 - $1) <= $2 THEN (s.value->>'since')::float8 ELSE $1 END)
       RETURNING (value->>'since')::float8 AS since`,
    values: [nowMs, MISSED_AFTER_MS],
  });
  return watched.rows[0]?.since ?? nowMs;
}
