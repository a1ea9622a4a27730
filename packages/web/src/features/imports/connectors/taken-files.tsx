import { Link } from '@tanstack/react-router';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { LoadMore } from '../../../api/load-more.tsx';
import { Failed } from '../../../api/loaded.tsx';
import { useAct } from '../../../api/use-act.ts';
import { useRows } from '../../../api/use-rows.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatBytes } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { takenFilesQuery } from './connector-queries.ts';
import { messages } from './messages.ts';

const texts = messages.drawer;

type TakenFilesProps = { connectorId: string; mayTake: boolean };

/** Files of the drop folder that a connector took, newest first; each can be taken again. */
export function TakenFiles({ connectorId, mayTake }: TakenFilesProps) {
  const list = useRows(takenFilesQuery(connectorId));
  const again = useAct({
    act: client.connectors.takeAgain,
    changes: [keys.imports, keys.audit],
    failure: texts.notWanted,
    onDone: () => toast({ title: texts.wanted, meaning: 'ok' }),
  });
  if (list.query.isError && list.rows.length === 0)
    return <Failed query={list.query} failure={texts.filesFailed} />;
  if (list.rows.length === 0) return null;
  return (
    <section aria-label={texts.files} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium text-fg-2">{texts.files}</h3>
      <ul className="flex flex-col divide-y">
        {list.rows.map(({ id, fileName, byteCount, takenAt, importId, isWantedAgain, isUnreadable }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium break-all">
                {importId === null ? (
                  fileName
                ) : (
                  <Link {...paths.import(importId)} className="text-primary-text hover:underline">
                    {fileName}
                  </Link>
                )}
              </p>
              <p className="text-12 text-fg-3">
                {[formatMoment(takenAt), formatBytes(byteCount), isUnreadable ? texts.unread : null]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {isWantedAgain ? (
              <span className="text-12 text-fg-2">{texts.wantedAgain}</span>
            ) : mayTake ? (
              <Button
                size="sm"
                aria-label={texts.takeAgainOf(fileName)}
                busy={again.isPending && again.variables?.fileId === id}
                onClick={() => again.mutate({ id: connectorId, fileId: id })}
              >
                {texts.takeAgain}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <LoadMore list={list} label={texts.more} />
    </section>
  );
}
