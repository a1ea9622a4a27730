import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { isLostConnection } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useAct } from '../../../api/use-act.ts';
import { verifyInBrowser } from '../../../api/verify/browser-digest.ts';
import { readStored, writeStored } from '../../../base/browser-storage.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { counted } from '../../../base/format-number.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { currentOwner } from '../events/queue-ports.ts';
import type { Shown } from '../shown.ts';
import { Part } from '../why/part.tsx';
import { checkTrail, type SeenHead, type TrailCheck } from './check-trail.ts';
import { messages } from './messages.ts';
import { keepTrail, readKeptTrail } from './trail-cache.ts';
import { actWords, detailWords } from './trail-words.ts';

type Trail = Awaited<ReturnType<typeof client.evidence.trail>>;

/** A trail, and since when this browser keeps it if the server was not reached. */
type ShownTrail = { readonly trail: Trail; readonly keptAt: string | null };

const shown = 200;
const seenKey = 'attain_seen_head';

/** What happened to a suggestion, from the audit log, and whether the log can be trusted. */
export function TrailDrawer({ suggestion, onClose }: { suggestion: Shown; onClose: () => void }) {
  const { id, uuid } = suggestion;
  const [seen] = useState(readSeen);
  const trail = useQuery({
    queryKey: [...keys.suggestions, id, 'trail'],
    queryFn: ({ signal }) =>
      loadTrail(uuid, () => client.evidence.trail({ id, limit: shown, seenSize: seen?.size }, { signal })),
    gcTime: 0,
    staleTime: 0,
  });
  const view = useAct({
    act: (input: { id: string; entryCount: number }, options) => client.evidence.trailView(input, options),
    changes: [],
    failure: null,
  });
  const done = useRef(false);
  // what was kept here is read without a trace
  const entryCount = trail.data?.keptAt === null ? trail.data.trail.rows.length : undefined;
  useEffect(() => {
    if (done.current || entryCount === undefined) return;
    done.current = true;
    view.mutate({ id, entryCount });
  }, [id, entryCount, view.mutate]);
  return (
    <Drawer
      open
      size="trail"
      onOpenChange={(open) => !open && onClose()}
      title={messages.title}
      description={suggestion.title}
    >
      <Loaded query={trail} failure={messages.failure}>
        {({ trail, keptAt }) => (
          <div className="flex flex-col gap-5">
            {keptAt === null ? null : (
              <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
                {messages.kept(formatMoment(keptAt))}
              </p>
            )}
            <Integrity trail={trail} seen={keptAt === null ? seen : null} isKept={keptAt !== null} />
            <Timeline trail={trail} />
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

/** The trail from the server, which this browser then keeps; without a network the one it kept. */
async function loadTrail(uuid: string, load: () => Promise<Trail>): Promise<ShownTrail> {
  const owner = currentOwner() ?? '';
  try {
    const trail = await load();
    void keepTrail(owner, uuid, { trail, keptAt: new Date().toISOString() });
    return { trail, keptAt: null };
  } catch (error) {
    const kept = isLostConnection(error) ? await readKeptTrail<Trail>(owner, uuid) : null;
    if (kept === null) throw error;
    return kept;
  }
}

function readSeen(): SeenHead | null {
  try {
    return JSON.parse(readStored(seenKey) ?? 'null') as SeenHead | null;
  } catch {
    return null;
  }
}

type IntegrityProps = { trail: Trail; seen: SeenHead | null; isKept: boolean };

function Integrity({ trail, seen, isKept }: IntegrityProps) {
  const [check, setCheck] = useState<TrailCheck | 'failed' | 'unreached'>();
  useEffect(() => {
    verifyInBrowser((digest) => checkTrail(digest, trail, seen)).then(
      (found) => {
        setCheck(found);
        if (found.head && !isKept) writeStored(seenKey, JSON.stringify(found.head));
      },
      (error) => setCheck(isLostConnection(error) ? 'unreached' : 'failed'),
    );
  }, [trail, seen, isKept]);
  const entries = counted(trail.rows.length, 'entry', 'entries');
  return (
    <Part title={messages.integrity}>
      <div aria-live="polite" className="rounded-lg border px-3 py-2">
        {check === undefined ? (
          <p className="text-fg-2">{messages.checking}</p>
        ) : check === 'unreached' ? (
          <p className="text-fg-2">{messages.unreached}</p>
        ) : check === 'failed' ? (
          <p role="alert" className="flex items-center gap-2 text-bad-text">
            <ShieldAlert aria-hidden className="size-4 shrink-0" /> {messages.tampered}
          </p>
        ) : (
          <div className="flex gap-2">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok-text" />
            <ul>
              <li>{messages.intact(entries)}</li>
              {check.isIncluded ? <li>{messages.included}</li> : <li>{messages.serverOnly}</li>}
              {check.isContinued ? <li>{messages.continued}</li> : null}
            </ul>
          </div>
        )}
      </div>
    </Part>
  );
}

function Timeline({ trail }: { trail: Trail }) {
  return (
    <Part title={messages.timeline}>
      {trail.rows.length === 0 ? (
        <EmptyState title={messages.none} />
      ) : (
        <ol aria-label={messages.timeline} className="divide-y rounded-lg border">
          {trail.rows.map(({ id, action, timestamp, userName, shortAnchor, hash, details }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
              <span className="font-medium">{actWords(action)}</span>
              <span className="text-fg-2">{userName}</span>
              <time dateTime={timestamp} className="text-12 text-fg-2">
                {formatMoment(timestamp)}
              </time>
              <span title={hash} className="ms-auto flex items-center gap-1">
                <Badge mono>{messages.anchor(shortAnchor)}</Badge>
                <CopyButton text={hash} label={messages.copyHash(shortAnchor)} />
              </span>
              {detailWords(details).length === 0 ? null : (
                <span className="basis-full text-12 text-fg-2">{detailWords(details).join(' · ')}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {trail.nextCursor === null ? null : <p className="mt-2 text-12 text-fg-2">{messages.more}</p>}
    </Part>
  );
}
