import { actionWords, environmentWords } from '@attain/domain/policies/policy-words';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import type { PolicyContent, PolicyTest } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.test;
const spans = ['7', '30', '90'] as const;

type Tested = Pick<PolicyContent, 'appliesTo' | 'rule' | 'document' | 'limits'> & { id: string | undefined };

type PolicyTestDialogProps = { name: string; tested: Tested; onClose: () => void };

/** What a policy would have changed in the last days. */
export function PolicyTestDialog({ name, tested, onClose }: PolicyTestDialogProps) {
  const [days, setDays] = useState<(typeof spans)[number]>('30');
  const { mutate, ...test } = useAct({
    act: (within: number) => client.policies.test({ ...tested, days: within }),
    changes: [],
    failure: null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the policy does not change while its dialog is open
  useEffect(() => mutate(Number(days)), [days]);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={words.title(name)}
      description={words.description}
      footer={
        <CloseSheet>
          <Button>{words.close}</Button>
        </CloseSheet>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <SegmentedControl
            label={words.span}
            value={days}
            onValueChange={(next) => setDays(next)}
            segments={spans.map((value) => ({ value, label: words.days(value) }))}
          />
        </div>
        {test.isError ? (
          <p role="alert" className="text-bad-text">
            {describeError(test.error)}
          </p>
        ) : test.data ? (
          <TestResult result={test.data} />
        ) : (
          <SkeletonText lines={5} />
        )}
      </div>
    </Dialog>
  );
}

/** What is tested of a policy. */
export function testedOf({ id, appliesTo, rule, document, limits }: Tested): Tested {
  return { id, appliesTo, rule, document: rule === null ? document : '', limits };
}

function TestResult({ result }: { result: PolicyTest }) {
  const { requests, decisions, denied, allowed, obligations, isComplete, changes } = result;
  if (requests === 0) return <EmptyState title={words.none} text={words.noneText} />;
  return (
    <>
      <FigureRow>
        <FigureTile label={words.denied} figure={denied} tone={denied > 0 ? 'bad' : 'plain'} />
        <FigureTile label={words.allowed} figure={allowed} />
        <FigureTile label={words.obligations} figure={obligations} />
        <FigureTile label={words.decisions} figure={decisions} sub={words.requests(requests)} />
      </FigureRow>
      {isComplete ? null : <p className="text-warn-text">{words.partial}</p>}
      <DataTable
        label={words.changes}
        columns={columns}
        rows={changes.map((one, at) => ({ ...one, key: String(at) }))}
        rowId={(row) => row.key}
        maxHeight="20rem"
        empty={<EmptyState title={words.unchanged} />}
      />
    </>
  );
}

type Row = PolicyTest['changes'][number] & { key: string };
const meanings = {
  denied: 'bad',
  allowed: 'ok',
  'obligation-added': 'warn',
  'obligation-removed': 'info',
} as const;

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'change',
    head: words.change,
    value: (row) => words.kinds[row.kind],
    cell: (row) => <Badge meaning={meanings[row.kind]}>{words.kinds[row.kind]}</Badge>,
    width: 150,
  },
  { id: 'action', head: words.action, value: (row) => actionWords[row.action], width: 170 },
  { id: 'resource', head: words.resource, value: (row) => row.resource, width: 170, grow: true },
  {
    id: 'environment',
    head: words.environment,
    value: (row) => environmentWords[row.environment] ?? row.environment,
    width: 120,
  },
  { id: 'person', head: words.person, value: (row) => row.person, width: 150 },
  { id: 'count', head: words.count, value: (row) => row.count, kind: 'figure', width: 80 },
  {
    id: 'last',
    head: words.last,
    value: (row) => row.lastAt,
    cell: (row) => formatMoment(row.lastAt),
    width: 170,
  },
];
