import { isoDay } from '@attain/domain/base/day';
import { wallTime } from '@attain/domain/base/zoned-time';
import type { Clock } from './clock.ts';

/** Reads the time zones of all workspaces that are not in UTC. */
export type ReadZones = () => Promise<{ tenantId: string; timeZone: string }[]>;

/** What day it is in each workspace (BASE-11), by the time zones that `load` read last. */
export class BusinessDays {
  readonly #clock: Clock;
  readonly #read: ReadZones;
  #zones = new Map<string, string>();
  #reads = 0;

  constructor(clock: Clock, read: ReadZones) {
    this.#clock = clock;
    this.#read = read;
  }

  /** `YYYY-MM-DD` in the workspace's time zone; UTC for one that is not known yet. */
  today(tenantId: string): string {
    const zone = this.#zones.get(tenantId);
    return zone === undefined ? this.#clock.today() : isoDay(wallTime(this.#clock.now().getTime(), zone));
  }

  /** Reads the time zones of all workspaces. Of reads at the same time, the one that began last counts. */
  async load(): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    const rows = await this.#read();
    if (read === this.#reads) this.#zones = new Map(rows.map((row) => [row.tenantId, row.timeZone]));
  }
}
