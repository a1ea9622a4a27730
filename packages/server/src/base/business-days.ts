import { isoDay } from '@attain/domain/base/day';
import { wallTime } from '@attain/domain/base/zoned-time';
import type { Clock } from './clock.ts';

/** What decides which day it is in a workspace. */
export interface WorkspaceDays {
  readonly tenantId: string;
  readonly timeZone: string;
  /** The day it always is; null: the clock decides. */
  readonly fixedDay: string | null;
}

/** Reads it for all workspaces that don't simply go by UTC. */
export type ReadDays = () => Promise<WorkspaceDays[]>;

/** What day it is in each workspace (BASE-11, BASE-12), by the settings that `load` read last. */
export class BusinessDays {
  readonly #clock: Clock;
  readonly #read: ReadDays;
  #workspaces = new Map<string, WorkspaceDays>();
  #reads = 0;

  constructor(clock: Clock, read: ReadDays) {
    this.#clock = clock;
    this.#read = read;
  }

  /** `YYYY-MM-DD`: the fixed day, else the day in the workspace's time zone; UTC for one that is not known yet. */
  today(tenantId: string): string {
    const known = this.#workspaces.get(tenantId);
    if (known === undefined) return this.#clock.today();
    return known.fixedDay ?? isoDay(wallTime(this.#clock.now().getTime(), known.timeZone));
  }

  /** The day it always is; null: the clock decides. */
  fixedDay(tenantId: string): string | null {
    return this.#workspaces.get(tenantId)?.fixedDay ?? null;
  }

  /** Reads the settings of all workspaces. Of reads at the same time, the one that began last counts. */
  async load(): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    const rows = await this.#read();
    if (read === this.#reads) this.#workspaces = new Map(rows.map((row) => [row.tenantId, row]));
  }
}
