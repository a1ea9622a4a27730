import { Check, Clock, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { changedByDeployments } from '../../api/requests/deployment-queries.ts';
import type { Release } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { useVersions } from './deploy-dialog.tsx';
import { environmentNames, messages } from './messages.ts';
import { releaseMeanings } from './release-list.tsx';

const words = messages.releases;
const automated = ['unit-tests', 'security-scan', 'performance-tests'];

type Props = {
  release: Release;
  /** Where a gate is approved. */
  approvalLink: (id: string, gate: string) => ReactNode;
};

/** A release: how it stands and its six gates. */
export function ReleaseDetail({ release, approvalLink }: Props) {
  const { gates, barred, status, isCombined, notes } = release;
  const isAutomated = ({ gate }: Gate) => automated.includes(gate);
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge meaning={releaseMeanings[status]}>{words.statuses[status]}</Badge>
        {barred === null || status !== 'open' ? null : <span className="text-fg-2">{barred}</span>}
      </p>
      <Gates title={words.automated} gates={gates.filter(isAutomated)} approvalLink={approvalLink} />
      <Gates
        title={words.approvals}
        gates={gates.filter((gate) => !isAutomated(gate))}
        approvalLink={approvalLink}
      />
      {isCombined ? <p className="text-fg-2">{words.combined}</p> : null}
      <KeyValueList
        rows={[
          {
            key: words.where,
            value: release.environments.map((one) => environmentNames[one]).join(', ') || words.nowhere,
          },
          { key: words.by, value: release.createdBy },
          { key: words.at, value: formatMoment(release.createdAt) },
          { key: messages.detail.hash, value: release.hash, mono: true },
          ...(notes === '' ? [] : [{ key: words.notes, value: notes }]),
        ]}
      />
    </div>
  );
}

type Gate = Release['gates'][number];

const marks = {
  passed: <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok-text" />,
  failed: <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad-text" />,
  open: <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />,
};

function Gates({
  title,
  gates,
  approvalLink,
}: { title: string; gates: readonly Gate[] } & Pick<Props, 'approvalLink'>) {
  if (gates.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1.5 text-13 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">
        {gates.map(({ gate, status, text, approvalId }) => (
          <li key={gate} className="flex items-start gap-2">
            {marks[status]}
            <div className="min-w-0 grow">
              <p>
                <span className="font-medium">{words.gates[gate]}</span>
                <span className="text-12 text-fg-3"> · {words.gateStatuses[status]}</span>
              </p>
              <p className="text-12 wrap-anywhere text-fg-2">{text}</p>
            </div>
            {status === 'open' && approvalId !== null ? approvalLink(approvalId, words.gates[gate]) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

type CreateProps = {
  agentId: string;
  /** Hash of the version in production, which needs no candidate. */
  running: string | undefined;
  onDone: (release: Release) => void;
  onClose: () => void;
};

/** Makes a version the candidate for production. */
export function CreateReleaseDialog({ agentId, running, onDone, onClose }: CreateProps) {
  const versions = useVersions(agentId, running);
  const [chosen, setChosen] = useState<string>();
  const [notes, setNotes] = useState('');
  const hash = versions.find(({ id }) => id === chosen)?.id ?? versions[0]?.id;
  const create = useAct({
    act: client.releases.create,
    changes: changedByDeployments,
    failure: null,
    onDone: (made) => {
      toast({ title: words.created, text: `${made.agent} ${made.name}`, meaning: 'ok' });
      onDone(made);
    },
  });
  return (
    <ActDialog
      title={words.createTitle}
      description={words.createHelp}
      act={create}
      label={words.create}
      disabled={hash === undefined}
      onAct={() => hash && create.mutate({ id: agentId, hash, notes: notes.trim() })}
      onClose={onClose}
    >
      <Field label={words.version} required hint={versions.length === 0 ? words.noVersions : undefined}>
        <Select
          value={hash ?? ''}
          options={versions.map(({ id, version, message }) => ({
            value: id,
            label: message === '' ? version : `${version} · ${message}`,
          }))}
          onValueChange={setChosen}
        />
      </Field>
      <Field label={words.notes} hint={words.notesHint}>
        <Textarea value={notes} maxLength={500} onChange={({ target }) => setNotes(target.value)} />
      </Field>
    </ActDialog>
  );
}
