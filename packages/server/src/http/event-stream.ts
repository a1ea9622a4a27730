import { Readable } from 'node:stream';
import type { ChangeEvent } from '@attain/contract/events';
import type { Role } from '@attain/domain/access/permissions';
import type { Change } from '../db/changes.ts';
import { eventsFor } from './event-topics.ts';

/** Whose stream it is; a stream never outlives its session or changes its roles. */
export interface Reader {
  readonly tenantId: string;
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly idHash: Buffer;
}

/** A client that does not take so many bytes is let go; it comes back with the id of what it saw last. */
const maxWaitingBytes = 64 * 1024;

/** More than this many things to ask for again are as good as all of them. */
const maxMissed = 200;

/**
 * One open `GET /api/events`. Until `start` it only remembers what it is offered, so that nothing is lost or told twice
 * between reading the log and hearing of what follows.
 */
export class EventStream {
  readonly reader: Reader;
  readonly body = new Readable({ read: () => undefined, highWaterMark: maxWaitingBytes });
  /** Offered before the start; null once started. */
  #early: Change[] | null = [];
  /** The newest entry of the log that was looked at, told or not. */
  #seen = -1;
  /** The newest entry that the client knows as the id of what it saw last. */
  #announced = -1;
  #ended = false;
  /** Something may have been missed before the start. */
  #gap = false;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  /**
   * Tells what was missed, each thing once, or `resync` when it is too much or not known; then what came meanwhile.
   * `head` is the place of the log's newest entry, -1 when there is none.
   */
  start(missed: readonly Change[] | null, head: number): void {
    const early = this.#early ?? [];
    this.#early = null;
    this.#seen = head;
    this.#write('retry: 1000\n\n');
    const events = new Map<string, ChangeEvent>();
    for (const change of missed ?? [])
      for (const event of eventsFor(change, this.reader)) events.set(`${event.topic}/${event.id}`, event);
    const resync = missed === null || this.#gap || events.size > maxMissed;
    this.#tell([...(resync ? [event('resync')] : events.values()), event('ready')], head);
    for (const change of early) this.offer(change);
  }

  /** Tells of a change, as far as the reader may know; one that was told already is not told again. */
  offer(change: Change): void {
    if (this.#early) {
      this.#early.push(change);
      return;
    }
    if (change.seq !== null) {
      if (change.seq <= this.#seen) return;
      this.#seen = change.seq;
    }
    const events = eventsFor(change, this.reader);
    if (events.length > 0) this.#tell(events, change.seq);
  }

  /** Says that changes may have been missed. */
  resync(): void {
    if (this.#early) this.#gap = true;
    else this.#tell([event('resync')], null);
  }

  /** Says that the stream is alive, and how far the log is, also when nothing of it concerned the reader. */
  beat(): void {
    if (this.#early) return;
    const id = this.#seen > this.#announced ? `id: ${this.#idOf(this.#seen)}\n` : '';
    this.#announced = this.#seen;
    this.#write(`: \n${id}\n`);
  }

  /** Ends it in good order; the topic, if there is one, is told first. */
  end(topic?: 'me'): void {
    if (this.#ended) return;
    if (topic) this.#tell([event(topic)], null);
    this.#ended = true;
    if (!this.body.destroyed) this.body.push(null);
  }

  /** The id stands on the last message of an act only: whoever loses the connection before hears of the whole act again. */
  #tell(events: readonly ChangeEvent[], seq: number | null): void {
    const last = events.length - 1;
    const text = events.map((each, at) => {
      const id = at === last && seq !== null && seq >= 0 ? `id: ${this.#idOf(seq)}\n` : '';
      return `${id}data: ${JSON.stringify(each)}\n\n`;
    });
    if (seq !== null) this.#announced = seq;
    this.#write(text.join(''));
  }

  #idOf(seq: number): string {
    return eventId(this.reader.tenantId, seq);
  }

  #write(text: string): void {
    if (this.#ended || this.body.destroyed) return;
    if (this.body.readableLength > maxWaitingBytes) this.body.destroy();
    else this.body.push(text);
  }
}

/** The id of a message: the workspace and the place in its log, so that one of another workspace is not mistaken for one of ours. */
function eventId(tenantId: string, seq: number): string {
  return `${tenantId}:${seq}`;
}

/** The place in the workspace's log that an id names; null when it is none of this workspace. */
export function seqOf(tenantId: string, id: string): number | null {
  const seq = /^(.{36}):(\d{1,15})$/.exec(id);
  return seq?.[1] === tenantId ? Number(seq[2]) : null;
}

function event(topic: ChangeEvent['topic']): ChangeEvent {
  return { topic, at: new Date().toISOString() };
}
