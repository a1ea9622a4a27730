import { accessKey } from '@attain/domain/access/permissions';
import type { Logger } from 'pino';
import { ApiError } from '../base/api-error.ts';
import type { SessionPort } from '../base/session-port.ts';
import type { Change } from '../db/changes.ts';
import { EventStream, type Reader } from './event-stream.ts';

const beatMs = 15_000;
/** An ended session or changed roles close its streams within this time. */
const lookMs = 3_000;
const maxPerSession = 10;
const drainMs = 1_000;

/** All open streams of this process, and the messages they get. */
export interface EventHub {
  /** Opens a stream that buffers events until it is started. Throws THROTTLED beyond ten per session. */
  open(reader: Reader): EventStream;
  publish(change: Change): void;
  /** Changes may be lost: all clients must reload. */
  resync(): void;
  /** Ends every stream in good order, so that its client comes back, here or at another process. */
  close(): Promise<void>;
}

/** Opens the hub; it checks sessions and sends heartbeats until it is closed. */
export function openEventHub(sessions: SessionPort, log: Logger): EventHub {
  const byTenant = new Map<string, Set<EventStream>>();
  const all = () => [...byTenant.values()].flatMap((streams) => [...streams]);
  const looking = setInterval(() => {
    endOutdated(all(), sessions).catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions of open streams could not be checked'),
    );
  }, lookMs).unref();
  const beating = setInterval(() => {
    for (const stream of all()) stream.beat();
  }, beatMs).unref();

  return {
    open: (reader) => {
      const streams = byTenant.get(reader.tenantId) ?? new Set();
      const own = [...streams].filter((stream) => stream.reader.idHash.equals(reader.idHash));
      if (own.length >= maxPerSession)
        throw new ApiError(
          'THROTTLED',
          `This session already has ${maxPerSession} event streams open. Close one, or share it among tabs.`,
          { retryAfterSeconds: 15 },
        );
      const stream = new EventStream(reader);
      byTenant.set(reader.tenantId, streams.add(stream));
      stream.body.once('close', () => {
        streams.delete(stream);
        if (streams.size === 0 && byTenant.get(reader.tenantId) === streams) byTenant.delete(reader.tenantId);
      });
      return stream;
    },
    publish: (change) => {
      const streams = byTenant.get(change.tenantId) ?? [];
      for (const stream of streams) stream.offer(change);
      if (change.action === 'session.closed') endSession(streams, change.id);
    },
    resync: () => {
      for (const stream of all()) stream.resync();
    },
    close: async () => {
      clearInterval(looking);
      clearInterval(beating);
      await Promise.all(all().map(drain));
    },
  };
}

/** The log calls a session by the start of its hash. */
function endSession(streams: Iterable<EventStream>, id: string): void {
  for (const stream of streams) if (stream.reader.idHash.toString('hex').startsWith(id)) stream.end();
}

/** Ends streams whose session is over or whose reader's roles are others by now: they open again with what holds then. */
async function endOutdated(streams: readonly EventStream[], sessions: SessionPort): Promise<void> {
  if (streams.length === 0) return;
  const idHashes = new Map(streams.map(({ reader }) => [reader.idHash.toString('hex'), reader.idHash]));
  const roles = await sessions.rolesOf([...idHashes.values()]);
  for (const stream of streams) {
    const now = roles.get(stream.reader.idHash.toString('hex'));
    if (!now) stream.end();
    else if (accessKey(now) !== accessKey(stream.reader.roles)) stream.end('me');
  }
}

/** A client that does not take the rest within a second is let go. */
async function drain(stream: EventStream): Promise<void> {
  const { body } = stream;
  if (body.closed) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => body.destroy(), drainMs);
    body.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    stream.end();
  });
}
