import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { Plan } from '@attain/domain/plans/plan';
import { Plus, UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Failed, Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import type { PlanTestResult, StoredPlanTest } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';
import { PlanTestDrawer } from './plan-test-drawer.tsx';
import { TestDifferences } from './test-differences.tsx';
import { TestFromPayee } from './test-from-payee.tsx';
import type { usePlanTests } from './use-plan-tests.ts';

export type PlanTestsProps = {
  planId: string;
  document: Plan;
  /** Whether the plan has ever been active, so that it has payees. */
  pays: boolean;
  tests: ReturnType<typeof usePlanTests>;
  readOnly: boolean;
};

/** The test in the drawer, stored or new. */
type Open = { stored?: StoredPlanTest; test: PlanTest };

/** Tests of a plan with their results; a failing test blocks activation. */
export function PlanTests({
  planId,
  document,
  pays,
  tests: { tests, results, gate },
  readOnly,
}: PlanTestsProps) {
  const [open, setOpen] = useState<Open>();
  const [removing, setRemoving] = useState<StoredPlanTest>();
  const [copying, setCopying] = useState(false);
  const maySeePay = useMay('read:payouts');
  const rows = tests.data?.rows ?? [];
  const resultOf = new Map(results.data?.results.map((one) => [one.id, one]));
  const passed = [...resultOf.values()].filter((one) => one.passed).length;
  return (
    <Card
      title={messages.tests.title}
      beside={
        resultOf.size > 0 ? (
          <Badge meaning={passed === resultOf.size ? 'ok' : 'bad'}>
            {messages.tests.passed(passed, resultOf.size)}
          </Badge>
        ) : null
      }
      actions={
        readOnly ? null : (
          <>
            {maySeePay && pays ? (
              <Button size="sm" icon={<UserRoundSearch aria-hidden />} onClick={() => setCopying(true)}>
                {messages.tests.fromPayee}
              </Button>
            ) : null}
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => setOpen({ test: newCase(document) })}
            >
              {messages.tests.add}
            </Button>
          </>
        )
      }
    >
      <Loaded query={tests} failure={messages.tests.failure}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={messages.tests.none} text={messages.tests.noneText} />
          ) : (
            <>
              {gate ? (
                <p role="alert" className="mb-2 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
                  {messages.tests.blocked(gate)}
                </p>
              ) : null}
              {results.isError ? <Failed query={results} failure={messages.tests.runFailure} /> : null}
              <ul aria-label={messages.tests.title} className="divide-y">
                {rows.map((stored) => (
                  <OneTest
                    key={stored.id}
                    stored={stored}
                    result={resultOf.get(stored.id)}
                    document={document}
                    readOnly={readOnly}
                    onEdit={() => setOpen({ stored, test: stored.test })}
                    onRemove={() => setRemoving(stored)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {open ? (
        <PlanTestDrawer
          planId={planId}
          document={document}
          stored={open.stored}
          given={open.test}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {copying ? (
        <TestFromPayee
          planId={planId}
          onCreated={(test) => {
            setCopying(false);
            setOpen({ test });
          }}
          onClose={() => setCopying(false)}
        />
      ) : null}
      {removing ? (
        <RemoveTest planId={planId} stored={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </Card>
  );
}

type OneTestProps = {
  stored: StoredPlanTest;
  result: PlanTestResult | undefined;
  document: Plan;
  readOnly: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

function OneTest({ stored, result, document, readOnly, onEdit, onRemove }: OneTestProps) {
  const { currency } = document;
  return (
    <li className="flex flex-col gap-2 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {result ? (
          <Badge meaning={result.passed ? 'ok' : 'bad'}>
            {result.passed ? messages.tests.passes : messages.tests.fails}
          </Badge>
        ) : (
          <Badge>{messages.tests.running}</Badge>
        )}
        <span className="min-w-0 flex-1 basis-40 font-medium">{stored.name}</span>
        <span className="text-12 text-fg-3">{stored.test.period}</span>
        {result?.total ? (
          <span className="figures text-12 text-fg-2">
            {messages.tests.pays(formatMoney(result.total, { currency }))}
          </span>
        ) : null}
        {readOnly ? null : (
          <>
            <Button size="sm" aria-label={messages.tests.editOne(stored.name)} onClick={onEdit}>
              {messages.tests.edit}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={messages.tests.deleteOne(stored.name)}
              onClick={onRemove}
            >
              {messages.tests.delete}
            </Button>
          </>
        )}
      </div>
      {result && !result.passed ? <TestDifferences result={result} document={document} /> : null}
    </li>
  );
}

function RemoveTest({
  planId,
  stored,
  onClose,
}: {
  planId: string;
  stored: StoredPlanTest;
  onClose: () => void;
}) {
  const remove = useAct({
    act: client.planTests.remove,
    changes: [[...keys.plans, planId, 'tests'], keys.audit],
    failure: messages.tests.deleteFailure,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={messages.tests.deleteTitle(stored.name)}
      footer={
        <>
          <Button onClick={onClose}>{messages.tests.keep}</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: planId, testId: stored.id })}
          >
            {messages.tests.delete}
          </Button>
        </>
      }
    >
      <p>{messages.tests.deleteText}</p>
    </Dialog>
  );
}

/** An empty test with one quota and one deal. */
function newCase(document: Plan): PlanTest {
  const first = document.components.find((component) => component.status === 'Active');
  return {
    name: '',
    period: '',
    payee: {},
    exchangeRates: [],
    quotas: [{ amount: '' }],
    deals: [{ amount: '' }],
    expect: first ? { amounts: [{ componentId: first.id, amount: '' }] } : { total: '' },
  };
}
