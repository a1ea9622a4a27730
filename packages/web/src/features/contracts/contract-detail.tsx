import { type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { ContractDetail as Contract } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ContractStatus } from './contract-table.tsx';
import { messages } from './messages.ts';
import { pretty, readJson } from './read-json.ts';

type ContractDetailProps = {
  contract: Contract;
  onRemoved: () => void;
  workflowLink: (use: Contract['uses'][number]) => ReactNode;
};

/** One contract: what its draft would change, and tabs for schema, sample, validation and usage. */
export function ContractDetail({ contract, onRemoved, workflowLink }: ContractDetailProps) {
  const { name, version, draft } = contract;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-15 font-semibold">{name}</h2>
        <ContractStatus status={contract.status} />
        {version === null ? null : <Badge mono>{version}</Badge>}
        {draft && contract.next && version !== null ? (
          <Badge meaning="info">{messages.detail.draft(contract.next.version)}</Badge>
        ) : null}
        <Moves contract={contract} onRemoved={onRemoved} />
      </div>
      <NextVersion contract={contract} />
      <Tabs
        label={messages.detail.tabs(name)}
        tabs={[
          { value: 'schema', label: messages.detail.schema, content: <SchemaTab contract={contract} /> },
          {
            value: 'sample',
            label: messages.detail.sample,
            content: <CodeBlock label={messages.detail.sample} code={pretty(contract.sample)} />,
          },
          {
            value: 'validation',
            label: messages.detail.validation,
            content: <Validation key={contract.id} contract={contract} />,
          },
          {
            value: 'usage',
            label: messages.detail.usage,
            content: <Usage contract={contract} link={workflowLink} />,
          },
        ]}
      />
    </div>
  );
}

function Moves({ contract, onRemoved }: Omit<ContractDetailProps, 'workflowLink'>) {
  const { id, revision, status, next } = contract;
  const mayPublish = useMay('publish:workflows');
  const mayEdit = useMay('edit:workflows');
  const changes = [keys.contracts, keys.audit];
  const publish = useAct({
    act: client.dataContracts.publish,
    changes,
    failure: messages.actions.publishFailure,
    onDone: (done) =>
      toast({ title: messages.actions.published, text: `${done.id}@${done.version}`, meaning: 'ok' }),
  });
  const deprecate = useAct({
    act: client.dataContracts.deprecate,
    changes,
    failure: messages.actions.moveFailure,
    onDone: (done) => toast({ title: messages.actions.moved, text: done.name, meaning: 'ok' }),
  });
  const remove = useAct({
    act: client.dataContracts.remove,
    changes,
    failure: messages.actions.removeFailure,
    onDone: () => {
      toast({ title: messages.actions.removed, text: contract.name, meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      {mayEdit && status === 'draft' ? (
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
          {messages.actions.remove}
        </Button>
      ) : null}
      {mayPublish && status !== 'draft' ? (
        <Button
          busy={deprecate.isPending}
          onClick={() => deprecate.mutate({ id, deprecated: status === 'active' })}
        >
          {status === 'active' ? messages.actions.deprecate : messages.actions.restore}
        </Button>
      ) : null}
      {mayPublish && next !== null && status !== 'deprecated' ? (
        <Button variant="primary" busy={publish.isPending} onClick={() => publish.mutate({ id, revision })}>
          {messages.actions.publish(next.version)}
        </Button>
      ) : null}
    </div>
  );
}

function NextVersion({ contract: { next, version, problems } }: { contract: Contract }) {
  if (next === null || (version === null && problems.length === 0)) return null;
  const differences = next.differences.map((one) => ({ ...one, rule: 'DC-5' }));
  return (
    <div className="flex flex-col gap-2">
      {version === null ? null : (
        <p className="flex flex-wrap items-center gap-2">
          <Badge meaning={next.kind === 'breaking' ? 'warn' : 'ok'}>{messages.next[next.kind]}</Badge>
          {next.needsOther ? messages.next.needsOther : null}
        </p>
      )}
      <ProblemList problems={differences} title={messages.next.differences} />
      <ProblemList problems={problems} title={messages.next.notFit} />
    </div>
  );
}

function SchemaTab({ contract }: { contract: Contract }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <CodeBlock label={messages.detail.schema} code={pretty(contract.schema)} />
      {contract.versions.length > 0 ? (
        <section aria-label={messages.detail.versions}>
          <h3 className="pb-1 text-12 text-fg-3">{messages.detail.versions}</h3>
          <KeyValueList
            rows={contract.versions.map(({ version, by, at }) => ({
              key: version,
              value: messages.detail.versionBy(by, formatMoment(at)),
            }))}
          />
        </section>
      ) : null}
    </div>
  );
}

function Validation({ contract }: { contract: Contract }) {
  const [text, setText] = useState(() => pretty(contract.sample));
  const [isWrong, setWrong] = useState(false);
  const check = useAct({
    act: client.dataContracts.check,
    changes: [],
    failure: messages.check.failure,
  });
  const start = () => {
    const read = readJson(text);
    setWrong(!read.ok);
    if (read.ok) check.mutate({ id: contract.id, value: read.value });
  };
  const named = (version: string) => (version === 'draft' ? messages.check.draft : version);
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <Field
          label={messages.check.value}
          hint={messages.check.hint}
          error={isWrong ? messages.check.notJson : undefined}
        >
          <CodeArea rows={8} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </div>
      <Button busy={check.isPending} onClick={start}>
        {messages.check.check}
      </Button>
      <div role="status" className="flex w-full flex-col gap-3">
        {check.data?.verdicts.map(({ version, problems }) => (
          <div key={version} className="flex flex-col gap-2">
            <p>
              <Badge meaning={problems.length > 0 ? 'bad' : 'ok'}>
                {problems.length > 0
                  ? messages.check.breaks(named(version))
                  : messages.check.fits(named(version))}
              </Badge>
            </p>
            <ProblemList problems={problems} />
          </div>
        ))}
      </div>
    </div>
  );
}

type Use = Contract['uses'][number];

function usageColumns(link: ContractDetailProps['workflowLink']): readonly TableColumn<Use>[] {
  return [
    { id: 'workflow', head: messages.usage.workflow, value: (row) => row.workflow, cell: link, grow: true },
    { id: 'node', head: messages.usage.node, value: (row) => row.node },
    { id: 'version', head: messages.usage.version, value: (row) => row.version },
    {
      id: 'of',
      head: messages.usage.of,
      value: (row) => row.workflowVersion ?? messages.usage.draft,
    },
    { id: 'environment', head: messages.usage.environment, value: (row) => row.environment },
    { id: 'runs', head: messages.usage.runs, value: (row) => row.openRuns, kind: 'figure', width: 90 },
  ];
}

function Usage({ contract, link }: { contract: Contract; link: ContractDetailProps['workflowLink'] }) {
  const [columns] = useState(() => usageColumns(link));
  const own = `${contract.id}@${contract.version ?? contract.next?.version ?? '1.0.0'}`;
  return (
    <DataTable
      label={messages.usage.label}
      columns={columns}
      rows={contract.uses}
      rowId={(row) => `${row.workflowId}/${row.workflowVersion}/${row.node}`}
      empty={<EmptyState title={messages.usage.none} text={messages.usage.noneText(own)} />}
    />
  );
}
