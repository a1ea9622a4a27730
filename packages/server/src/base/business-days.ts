import { isoDay } from '@attain/domain/base/day';
import { wallTime } from '@attain/domain/base/zoned-time';
import type { Clock } from './clock.ts';

/** Reads the time zones of workspaces: of one, or of all. Those in UTC may be left out. */
export type ReadZones = (tenantId?: string) => Promise<{ tenantId: string; timeZone: string }[]>;

/** What day it is in each workspace (BASE-11). It knows the time zones without asking; `load` and `changed` bring them. */
export class BusinessDays {
  readonly #clock: Clock;
  readonly #read: ReadZones;
  #zones = new Map<string, string>();

  constructor(clock: Clock, read: ReadZones) {
    this.#clock = clock;
    this.#read = read;
  }

  /** `YYYY-MM-DD` in the workspace's time zone; UTC for one that is not known yet. */
  today(tenantId: string): string {
    const zone = this.#zones.get(tenantId);
    return zone === undefined ? this.#clock.today() : isoDay(wallTime(this.#clock.now().getTime(), zone));
  }

  /** Reads the time zones of all workspaces. */
  async load(): Promise<void> {
    const rows = await this.#read();
    this.#zones = new Map(rows.map(({ tenantId, timeZone }) => [tenantId, timeZone]));
  }

  /** Reads the time zone of one again. */
  async changed(tenantId: string): Promise<void> {
    const [row] = await this.#read(tenantId);
    if (row === undefined) this.#zones.delete(tenantId);
    else this.#zones.set(tenantId, row.timeZone);
  }
}
