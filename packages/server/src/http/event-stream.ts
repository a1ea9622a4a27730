import { Readable } from 'node:stream';
import type { ChangeEvent } from '@attain/contract/events';
import type { Held } from '@attain/domain/access/permissions';
import type { Change } from '../db/changes.ts';
import { eventsFor } from './event-topics.ts';

/** The user of a stream; a stream never outlives its session or changes its roles. */
export interface Reader {
  readonly tenantId: string;
  readonly userId: string;
  readonly roles: readonly Held[];
  readonly idHash: Buffer;
}

/** A client that does not take so many bytes is let go; it comes back with the id of what it saw last. */
const maxWaitingBytes = 64 * 1024;

/** More than this many things to ask for again are as good as all of them. */
const maxMissed = 200;

/**
 * One open `GET /api/events`. Until `start` it only buffers, so that nothing is lost or sent twice between reading the
 * log and receiving later changes.
 */
export class EventStream {
  readonly reader: Reader;
  readonly body = new Readable({ read: () => undefined, highWaterMark: maxWaitingBytes });
  /** Offered before the start; null once started. */
  #early: Change[] | null = [];
  /** The newest log entry seen, sent or not. */
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
   * Sends missed changes, each once, or `resync` if there are too many or they are unknown; then the buffered ones.
   * `head` is the position of the log's newest entry, -1 if there is none.
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

  /** Sends a change as far as the user may see it; a change is never sent twice. */
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

  /** Reports that changes may be lost. */
  resync(): void {
    if (this.#early) this.#gap = true;
    else this.#tell([event('resync')], null);
  }

  /** Heartbeat with the current log position, even if no change concerned the user. */
  beat(): void {
    if (this.#early) return;
    const id = this.#seen > this.#announced ? `id: ${this.#idOf(this.#seen)}\n` : '';
    this.#announced = this.#seen;
    this.#write(`: \n${id}\n`);
  }

  /** Closes the stream properly; sends the topic first, if given. */
  end(topic?: 'me'): void {
    if (this.#ended) return;
    if (topic) this.#tell([event(topic)], null);
    this.#ended = true;
    if (!this.body.destroyed) this.body.push(null);
  }

  /**
   * Only the last message of an action has the ID: a client that loses the connection earlier gets the whole action
   * again.
   */
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

/** The log position of an ID; null if it belongs to another workspace. */
export function seqOf(tenantId: string, id: string): number | null {
  const seq = /^(.{36}):(\d{1,15})$/.exec(id);
  return seq?.[1] === tenantId ? Number(seq[2]) : null;
}

function event(topic: ChangeEvent['topic']): ChangeEvent {
  return { topic, at: new Date().toISOString() };
}
