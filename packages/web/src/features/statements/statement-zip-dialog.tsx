import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useAct } from '../../api/use-act.ts';
import { WorkProgress } from '../../api/work-progress.tsx';
import { formatMoment } from '../../base/format-date.ts';
import { formatBytes } from '../../base/format-number.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';

const zipsKey = [...keys.statements, 'archives'];

const zipsQuery = () =>
  queryOptions({
    queryKey: zipsKey,
    queryFn: ({ signal }) => client.statementArchives.list(undefined, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ archive }) => archive?.status === 'working') ? 2_000 : false,
  });
type Period = Awaited<ReturnType<typeof client.statementArchives.list>>['rows'][number];

const changes = [zipsKey, keys.audit];

/** Choose a plan and period, create its ZIP in the background, and download it. */
export function StatementZipDialog({ onClose }: { onClose: () => void }) {
  const zips = useQuery(zipsQuery());
  const rows = zips.data?.rows ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  // the one there is a file of, or that is being created, comes first
  const runId = chosen ?? rows.find(({ archive }) => archive !== null)?.runId ?? rows[0]?.runId;
  const period = rows.find((one) => one.runId === runId);
  const start = useAct({ act: client.statementArchives.start, changes, failure: messages.zip.createFailure });
  const working = rows.find(({ archive }) => archive?.status === 'working');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.zip.title}
      description={messages.zip.description}
      footer={
        <>
          <Button onClick={onClose}>{messages.zip.close}</Button>
          {period === undefined || working !== undefined ? null : (
            <Button
              variant={period.archive?.status === 'completed' ? 'secondary' : 'primary'}
              busy={start.isPending}
              onClick={() => start.mutate({ runId: period.runId })}
            >
              {period.archive?.status === 'completed'
                ? messages.zip.again
                : messages.zip.create(period.statements)}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={zips} failure={messages.zip.failure}>
        {() =>
          period === undefined ? (
            <EmptyState title={messages.zip.none} text={messages.zip.noneText} />
          ) : (
            <div className="flex flex-col gap-4">
              <Field label={messages.zip.period} required>
                <Select
                  value={period.runId}
                  onValueChange={setChosen}
                  options={rows.map((one) => ({
                    value: one.runId,
                    label: messages.zip.option(one),
                    hint: messages.zip.hint(one),
                  }))}
                />
              </Field>
              <State period={period} />
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function State({ period }: { period: Period }) {
  const { archive, runId } = period;
  if (archive === null) return null;
  if (archive.status === 'working')
    return (
      <WorkProgress
        id={runId}
        label={messages.zip.creating(period)}
        progress={archive.progress}
        detail={archive.progress.total === null ? messages.zip.waiting : undefined}
        noun={messages.zip.noun}
        cancel={({ id }, options) => client.statementArchives.cancel({ runId: id }, options)}
        may
        changes={changes}
        failure={messages.zip.cancelFailure}
      />
    );
  if (archive.status !== 'completed')
    return (
      <p role="status" className="text-fg-2">
        {archive.status === 'cancelled' ? messages.zip.cancelled : messages.zip.failed(archive.error ?? '')}
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-ok/40 bg-ok-soft px-4 py-3">
      <p role="status" className="me-auto">
        {messages.zip.ready(archive.files ?? 0, formatBytes(archive.byteCount ?? 0))}{' '}
        <span className="text-fg-2">{messages.zip.until(formatMoment(archive.expiresAt))}</span>
      </p>
      <a
        className={buttonLook({ variant: 'primary' })}
        href={`/api/statement-archives/${runId}/statements.zip`}
        download
      >
        <Download aria-hidden /> {messages.zip.download}
      </a>
    </div>
  );
}
