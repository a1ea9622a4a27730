import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { replaysQuery } from '../../api/requests/suite-queries.ts';
import type { ReplayedRun, SuiteDetail } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Differences } from './differences.tsx';
import { messages } from './messages.ts';
import { nodeName } from './suite-words.tsx';
import { stateWords } from './workflow-picture.tsx';

const words = messages.replay;
type Nodes = SuiteDetail['graph']['nodes'];

const meanings: Readonly<Record<ReplayedRun['verdict'], Meaning>> = {
  same: 'ok',
  'different-end': 'bad',
  'different-calls': 'warn',
  'not-replayable': 'neutral',
};

type ReplayDrawerProps = { suite: SuiteDetail; version: number | null; onClose: () => void };

/** The latest runs of a workflow as they would go on a version: which would end differently, and how. */
export function ReplayDrawer({ suite, version, onClose }: ReplayDrawerProps) {
  const { workflowId, workflowName } = suite;
  const replays = useQuery(replaysQuery({ workflowId, version: version ?? undefined }));
  const on = version === null ? messages.detail.draft : messages.detail.versionOf(version);
  return (
    <Drawer
      open
      size="lg"
      title={words.title(workflowName)}
      description={words.about}
      onOpenChange={(open) => !open && onClose()}
    >
      <Loaded query={replays} failure={words.failure}>
        {({ rows, graph }) =>
          rows.length === 0 ? (
            <EmptyState title={words.none} text={words.noneText} />
          ) : (
            <div className="flex flex-col gap-3">
              <p role="status" className="font-medium">
                {words.summary(rows.filter(({ verdict }) => verdict === 'same').length, rows.length)}{' '}
                <span className="font-normal text-fg-2">{`${words.on}: ${on}`}</span>
              </p>
              <ul className="flex flex-col divide-y">
                {rows.map((row) => (
                  <li key={row.runId} className="py-3">
                    <OneReplay row={row} nodes={graph.nodes} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </Drawer>
  );
}

function OneReplay({ row, nodes }: { row: ReplayedRun; nodes: Nodes }) {
  const { verdict, recorded, replayed, calls, differences, missing, withheld } = row;
  const names = (ids: readonly string[]) => ids.map((id) => nodeName(nodes, id)).join(', ');
  const end = (one: ReplayedRun['recorded']) => words.end(stateWords(one.status), one.error);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{words.run(formatMoment(row.at), row.version)}</span>
        <Badge meaning={meanings[verdict]}>{words.verdicts[verdict]}</Badge>
      </p>
      {verdict === 'same' ? null : (
        <>
          <p className="text-12 text-fg-2">
            {`${words.recorded}: ${end(recorded)} · ${words.replayed}: ${end(replayed)}`}
          </p>
          {missing.length > 0 ? <p>{words.missing(names(missing))}</p> : null}
          {calls.length > 0 ? (
            <ul aria-label={words.calls} className="list-disc ps-5 text-12">
              {calls.map((call, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: calls have no identity and never change
                <li key={at}>{`${nodeName(nodes, call.node)}: ${words.changes[call.change]}`}</li>
              ))}
            </ul>
          ) : null}
          {withheld === null && differences.length > 0 ? (
            <Differences differences={differences} heads={[words.recorded, words.replayed]} />
          ) : null}
          {withheld === null ? null : <p className="text-12 text-fg-3">{withheld}</p>}
        </>
      )}
    </div>
  );
}
