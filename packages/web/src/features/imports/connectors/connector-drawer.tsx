import { useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { Connector } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { formatBytes } from '../../../base/format-number.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeyValueList } from '../../../ui/key-value-list.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { FirstRows } from '../first-rows.tsx';
import { kindWords } from '../import-words.ts';
import { useMayImport } from '../may-import.ts';
import { Executions } from './executions.tsx';
import { messages } from './messages.ts';
import { TakenFiles } from './taken-files.tsx';

const texts = messages.drawer;
const changes = [keys.imports, keys.audit];

type Acted = Awaited<ReturnType<typeof client.connectors.act>>;
type Sample = NonNullable<Acted['sample']>;

type ConnectorDrawerProps = { connector: Connector; onEdit: () => void; onClose: () => void };

/** One connector: its facts, acts, the rows of its last test and its executions. */
export function ConnectorDrawer({ connector, onEdit, onClose }: ConnectorDrawerProps) {
  const mayImport = useMayImport()(connector.kind);
  const [sample, setSample] = useState<Sample | null>(null);
  const [removing, setRemoving] = useState(false);
  const { id, name, isPaused, open } = connector;
  const act = useAct({
    act: client.connectors.act,
    changes,
    failure: texts.failed,
    onDone: (acted, input) => {
      setSample(acted.sample);
      if (input.act === 'run') toast({ title: texts.started, text: name, meaning: 'ok' });
    },
  });
  const pending = act.isPending ? act.variables?.act : undefined;
  const { label, meaning } = messages.status[connector.status];
  return (
    <>
      <Drawer
        open
        size="share"
        onOpenChange={(shown) => !shown && onClose()}
        title={name}
        description={kindWords[connector.kind].label}
        beside={<Badge meaning={meaning}>{label}</Badge>}
      >
        <div className="flex flex-col gap-5">
          {connector.error === null ? null : (
            <p role="status" className="text-bad-text">
              {connector.error}
            </p>
          )}
          {isPaused &&
          connector.outcome !== null &&
          !connector.success &&
          connector.outcome !== connector.error ? (
            <p role="status" className="text-warn-text">
              {connector.outcome}
            </p>
          ) : null}
          {mayImport ? (
            <div className="flex flex-wrap gap-2">
              <Button
                variant="primary"
                disabled={open !== null}
                busy={pending === 'run'}
                onClick={() => act.mutate({ id, act: 'run' })}
              >
                {texts.run}
              </Button>
              <Button busy={pending === 'test'} onClick={() => act.mutate({ id, act: 'test' })}>
                {texts.test}
              </Button>
              <Button
                busy={pending === 'pause' || pending === 'resume'}
                onClick={() => act.mutate({ id, act: isPaused ? 'resume' : 'pause' })}
              >
                {isPaused ? texts.resume : texts.pause}
              </Button>
              <Button onClick={onEdit}>{texts.edit}</Button>
              <Button variant="danger" onClick={() => setRemoving(true)}>
                {texts.remove}
              </Button>
            </div>
          ) : null}
          {sample === null ? null : <SampleRows sample={sample} />}
          <KeyValueList rows={factsOf(connector)} />
          <Executions
            connectorId={id}
            onDiscard={mayImport ? () => act.mutate({ id, act: 'discard' }) : null}
            discarding={pending === 'discard'}
          />
          {connector.source.type === 'folder' ? <TakenFiles connectorId={id} mayTake={mayImport} /> : null}
        </div>
      </Drawer>
      {removing ? (
        <RemoveDialog connector={connector} onRemoved={onClose} onClose={() => setRemoving(false)} />
      ) : null}
    </>
  );
}

function asked(source: Connector['source']): string {
  if (source.type === 'database') return source.query;
  return source.type === 'folder' ? source.pattern : `GET ${source.path === '' ? '/' : source.path}`;
}

const sourceNames = { database: texts.query, application: texts.call, folder: texts.pattern };

function sourceFact(key: string, source: Connector['source']) {
  return { key, value: asked(source), mono: true };
}

function factsOf(connector: Connector) {
  const { source, schedule, columns } = connector;
  return [
    { key: messages.columns.from, value: connector.connectionName ?? messages.gone },
    sourceFact(sourceNames[source.type], source),
    ...connector.joins.map((join) => sourceFact(texts.rowsOf(join.name), join.source)),
    { key: texts.capabilities, value: connector.capabilities.map((one) => texts.can[one]).join(', ') },
    { key: texts.profile, value: connector.profileName ?? texts.lastFile },
    { key: texts.errors, value: connector.skipsErrors ? texts.skipped : texts.stop },
    {
      key: texts.schedule,
      value: `${messages.frequency[connector.syncFrequency]}${schedule ? `: ${texts.cron(schedule.cron, schedule.timeZone)}` : ''}`,
    },
    {
      key: messages.columns.next,
      value: connector.isPaused
        ? messages.paused
        : connector.nextRun === null
          ? messages.byHand
          : formatMoment(connector.nextRun),
    },
    { key: texts.owner, value: connector.owner ?? '—' },
    ...(connector.lastSync === null
      ? []
      : [
          { key: texts.lastSync, value: formatMoment(connector.lastSync) },
          { key: texts.volume, value: formatBytes(connector.dataVolume) },
        ]),
    {
      key: texts.columns,
      value:
        columns.length === 0 ? texts.noColumns : columns.map((one) => `${one.name} (${one.type})`).join(', '),
    },
  ];
}

function SampleRows({ sample }: { sample: Sample }) {
  return (
    <section aria-label={texts.tested} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium text-fg-2">{texts.tested}</h3>
      <FirstRows
        label={texts.tested}
        heads={sample.columns}
        rows={sample.rows}
        className="max-h-64 rounded-lg border"
      />
    </section>
  );
}

type RemoveDialogProps = { connector: Connector; onRemoved: () => void; onClose: () => void };

function RemoveDialog({ connector: { id, name }, onRemoved, onClose }: RemoveDialogProps) {
  const remove = useAct({
    act: client.connectors.remove,
    changes,
    failure: null,
    onDone: () => {
      toast({ title: texts.removed, text: name, meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <ActDialog
      danger
      act={remove}
      title={texts.removeTitle(name)}
      label={texts.remove}
      onAct={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </ActDialog>
  );
}
