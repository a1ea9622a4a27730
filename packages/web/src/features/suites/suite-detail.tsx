import { useQuery } from '@tanstack/react-query';
import { History, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { testRunQuery } from '../../api/requests/suite-queries.ts';
import type { SuiteDetail as Detail, SuiteTest } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { CaseDrawer } from './case-drawer.tsx';
import { CaseResult } from './case-result.tsx';
import { messages } from './messages.ts';
import { ReplayDrawer } from './replay-drawer.tsx';
import { RunButton } from './suite-cards.tsx';
import { SuiteDialog } from './suite-dialog.tsx';
import { durationText, percentText, TestStatus } from './suite-words.tsx';

const words = messages.detail;
const draft = 'draft';
/** In place of a case’s id: a case to add. */
export const newCase = 'new';

export type SuiteDetailProps = {
  suite: Detail;
  /** The case whose result is shown; `new` adds one. */
  caseId: string | undefined;
  onCase: (id: string | undefined) => void;
  onRemoved: () => void;
  /** The way to the canvas, and to a schedule. */
  waysOut: ReactNode;
};

/** One suite: its cases with their results, and the result of one of them. */
export function SuiteDetail({ suite, caseId, onCase, onRemoved, waysOut }: SuiteDetailProps) {
  const [version, setVersion] = useState<number | null>(null);
  const [open, setOpen] = useState<'edit' | 'remove' | 'replay' | SuiteTest>();
  const mayEdit = useMay('edit:workflows');
  const mayReplay = useMay('read:workflow-runs');
  const chosen = suite.tests.find(({ id }) => id === caseId);
  return (
    <div className="flex flex-col gap-4">
      <Card
        title={suite.name}
        beside={<TestStatus status={suite.status} />}
        actions={
          <>
            {waysOut}
            <div className="w-32">
              <Select
                aria-label={words.version}
                controlSize="sm"
                value={version === null ? draft : String(version)}
                onValueChange={(next) => setVersion(next === draft ? null : Number(next))}
                options={[
                  { value: draft, label: words.draft },
                  ...suite.versions.map((one) => ({ value: String(one), label: words.versionOf(one) })),
                ]}
              />
            </div>
            <RunButton suite={suite} version={version} />
            {mayReplay ? (
              <Button size="sm" icon={<History aria-hidden />} onClick={() => setOpen('replay')}>
                {messages.replay.open}
              </Button>
            ) : null}
            <SuiteMoves onOpen={setOpen} />
          </>
        }
      >
        <SuiteFacts suite={suite} />
      </Card>
      <Card
        title={words.cases}
        actions={
          mayEdit ? (
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => onCase(newCase)}>
              {messages.actions.newTest}
            </Button>
          ) : null
        }
        flush
      >
        <CaseTable tests={suite.tests} onOpen={onCase} />
      </Card>
      <ChosenCase suite={suite} chosen={chosen} onEdit={setOpen} />
      {open === 'edit' ? <SuiteDialog stored={suite} onClose={() => setOpen(undefined)} /> : null}
      {open === 'replay' ? (
        <ReplayDrawer suite={suite} version={version} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'remove' ? (
        <RemoveSuite suite={suite} onClose={() => setOpen(undefined)} onRemoved={onRemoved} />
      ) : null}
      {caseId === newCase || typeof open === 'object' ? (
        <CaseDrawer
          suite={suite}
          stored={typeof open === 'object' ? open : undefined}
          onSaved={(id) => {
            setOpen(undefined);
            onCase(id);
          }}
          onClose={() => {
            setOpen(undefined);
            if (caseId === newCase) onCase(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

function SuiteMoves({ onOpen }: { onOpen: (open: 'edit' | 'remove') => void }) {
  const mayPublish = useMay('publish:workflows');
  if (!mayPublish) return null;
  return (
    <>
      <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => onOpen('edit')}>
        {words.edit}
      </Button>
      <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => onOpen('remove')}>
        {words.remove}
      </Button>
    </>
  );
}

function SuiteFacts({ suite }: { suite: Detail }) {
  const mayPublish = useMay('publish:workflows');
  const { id, revision, name, description, required, lastRun } = suite;
  const save = useAct({
    act: client.suites.save,
    changes: [keys.suites, keys.audit],
    failure: words.saveFailure,
  });
  const run = useQuery({ ...testRunQuery(lastRun?.id ?? ''), enabled: lastRun !== null });
  const facts = [
    suite.agentName ?? suite.workflowName,
    `${messages.suites.coverage} ${percentText(suite.coverage)}`,
    lastRun ? messages.suites.lastRun(formatMoment(lastRun.at)) : null,
  ].filter((one) => one !== null);
  return (
    <div className="flex flex-col gap-2">
      {description === '' ? null : <p>{description}</p>}
      <p className="flex flex-wrap items-center gap-2 text-12 text-fg-2">
        {facts.join(' · ')}
        {lastRun && !lastRun.isCurrent && suite.status !== 'running' ? (
          <Badge meaning="warn">{messages.suites.outdated}</Badge>
        ) : null}
      </p>
      {run.data?.error ? (
        <p role="alert" className="text-bad-text">
          {words.error}: {run.data.error}
        </p>
      ) : null}
      <Switch
        label={words.required}
        hint={words.requiredHint}
        checked={required}
        disabled={!mayPublish || save.isPending}
        onChange={({ target }) => save.mutate({ id, revision, name, description, required: target.checked })}
      />
    </div>
  );
}

const columns: readonly TableColumn<SuiteTest>[] = [
  { id: 'name', head: messages.cases.name, value: (row) => row.name, width: 220, grow: true },
  {
    id: 'status',
    head: messages.cases.status,
    value: (row) => messages.status[row.status ?? 'none'],
    cell: (row) => <TestStatus status={row.status} />,
    width: 100,
    early: true,
  },
  { id: 'type', head: messages.cases.type, value: (row) => messages.types[row.type], width: 100 },
  {
    id: 'assertions',
    head: messages.cases.assertions,
    value: (row) => messages.cases.of(row.passedAssertions, row.assertions),
    width: 110,
  },
  {
    id: 'coverage',
    head: messages.cases.coverage,
    value: (row) => row.coverage,
    cell: (row) => percentText(row.coverage),
    kind: 'figure',
    width: 90,
  },
  {
    id: 'duration',
    head: messages.cases.duration,
    value: (row) => row.duration,
    cell: (row) => durationText(row.duration),
    kind: 'figure',
    width: 90,
  },
  {
    id: 'last',
    head: messages.cases.lastRun,
    value: (row) => row.lastRun,
    cell: (row) => (row.lastRun === null ? '—' : formatMoment(row.lastRun)),
    width: 160,
  },
];

function CaseTable({ tests, onOpen }: { tests: readonly SuiteTest[]; onOpen: (id: string) => void }) {
  return (
    <DataTable
      label={words.cases}
      columns={columns}
      rows={tests}
      rowId={(row) => row.id}
      maxHeight="24rem"
      onOpenRow={(row) => onOpen(row.id)}
      empty={<EmptyState title={words.none} text={words.noneText} />}
    />
  );
}

type ChosenCaseProps = {
  suite: Detail;
  chosen: SuiteTest | undefined;
  onEdit: (test: SuiteTest) => void;
};

function ChosenCase({ suite, chosen, onEdit }: ChosenCaseProps) {
  const mayEdit = useMay('edit:workflows');
  const { id, revision } = suite;
  const remove = useAct({
    act: client.suites.removeCase,
    changes: [keys.suites, keys.audit],
    failure: messages.cases.removeFailure,
    onDone: () => toast({ title: messages.cases.removed, text: chosen?.name ?? '', meaning: 'ok' }),
  });
  if (suite.tests.length === 0) return null;
  if (!chosen)
    return (
      <Card>
        <EmptyState title={messages.result.choose} text={messages.result.chooseText} />
      </Card>
    );
  return (
    <>
      {mayEdit ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="sm"
            icon={<Pencil aria-hidden />}
            disabled={chosen.test === null}
            onClick={() => onEdit(chosen)}
          >
            {messages.cases.edit}
          </Button>
          <Button
            size="sm"
            icon={<Trash2 aria-hidden />}
            busy={remove.isPending}
            onClick={() => remove.mutate({ id, revision, caseId: chosen.id })}
          >
            {messages.cases.remove}
          </Button>
        </div>
      ) : null}
      <LastResult suite={suite} chosen={chosen} />
    </>
  );
}

function LastResult({ suite, chosen }: { suite: Detail; chosen: SuiteTest }) {
  const runId = suite.lastRun?.id;
  const run = useQuery({ ...testRunQuery(runId ?? ''), enabled: runId !== undefined });
  const result = useMemo(() => run.data?.results.find(({ id }) => id === chosen.id), [run.data, chosen.id]);
  const none = (
    <Card>
      <EmptyState title={messages.result.none} text={messages.result.noneText} />
    </Card>
  );
  if (runId === undefined) return none;
  return (
    <Loaded query={run} failure={messages.result.failure}>
      {({ graph }) => (result ? <CaseResult result={result} graph={graph} /> : none)}
    </Loaded>
  );
}

type RemoveSuiteProps = { suite: Detail; onClose: () => void; onRemoved: () => void };

function RemoveSuite({ suite: { id, name }, onClose, onRemoved }: RemoveSuiteProps) {
  const remove = useAct({
    act: client.suites.remove,
    changes: [keys.suites, keys.audit],
    failure: words.removeFailure,
    onDone: () => {
      toast({ title: words.removed, text: name, meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.removeTitle(name)}
      footer={
        <ActFooter variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
          {words.remove}
        </ActFooter>
      }
    >
      <p>{words.removeText}</p>
    </Dialog>
  );
}
