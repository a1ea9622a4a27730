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
import { PlanTestDrawer } from './plan-test-drawer.tsx';
import { TakePayee } from './take-payee.tsx';
import { TestDifferences } from './test-differences.tsx';
import type { usePlanTests } from './use-plan-tests.ts';

export type PlanTestsProps = {
  planId: string;
  document: Plan;
  /** Whether the plan has ever been active: only then somebody is paid by it. */
  pays: boolean;
  tests: ReturnType<typeof usePlanTests>;
  readOnly: boolean;
};

/** A case that is being written: a stored one, or a new one. */
type Open = { stored?: StoredPlanTest; test: PlanTest };

/** The golden cases of a plan: which pass, which fail and why. Failing ones stop its activation. */
export function PlanTests({
  planId,
  document,
  pays,
  tests: { tests, results, gate },
  readOnly,
}: PlanTestsProps) {
  const [open, setOpen] = useState<Open>();
  const [leaving, setLeaving] = useState<StoredPlanTest>();
  const [taking, setTaking] = useState(false);
  const maySeePay = useMay('read:payouts');
  const rows = tests.data?.rows ?? [];
  const resultOf = new Map(results.data?.results.map((one) => [one.id, one]));
  const passed = [...resultOf.values()].filter((one) => one.passed).length;
  return (
    <Card
      title="Plan tests"
      beside={
        resultOf.size > 0 ? (
          <Badge meaning={passed === resultOf.size ? 'ok' : 'bad'}>
            {passed} of {resultOf.size} pass
          </Badge>
        ) : null
      }
      actions={
        readOnly ? null : (
          <>
            {maySeePay && pays ? (
              <Button size="sm" icon={<UserRoundSearch aria-hidden />} onClick={() => setTaking(true)}>
                Take from a payee
              </Button>
            ) : null}
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => setOpen({ test: newCase(document) })}
            >
              Add a test
            </Button>
          </>
        )
      }
    >
      <Loaded query={tests} failure="The plan tests could not be loaded">
        {() =>
          rows.length === 0 ? (
            <EmptyState
              title="No plan tests yet"
              text="A test is a small case and what the plan must pay on it. Tests run on every change; while one fails, the plan cannot be activated."
            />
          ) : (
            <>
              {gate ? (
                <p role="alert" className="mb-2 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
                  Activation waits. {gate}.
                </p>
              ) : null}
              {results.isError ? <Failed query={results} failure="The plan tests could not be run" /> : null}
              <ul aria-label="Plan tests" className="divide-y">
                {rows.map((stored) => (
                  <OneTest
                    key={stored.id}
                    stored={stored}
                    result={resultOf.get(stored.id)}
                    document={document}
                    readOnly={readOnly}
                    onEdit={() => setOpen({ stored, test: stored.test })}
                    onRemove={() => setLeaving(stored)}
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
      {taking ? (
        <TakePayee
          planId={planId}
          onTaken={(test) => {
            setTaking(false);
            setOpen({ test });
          }}
          onClose={() => setTaking(false)}
        />
      ) : null}
      {leaving ? <RemoveTest planId={planId} stored={leaving} onClose={() => setLeaving(undefined)} /> : null}
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
          <Badge meaning={result.passed ? 'ok' : 'bad'}>{result.passed ? 'Passes' : 'Fails'}</Badge>
        ) : (
          <Badge>Running</Badge>
        )}
        <span className="min-w-0 flex-1 basis-40 font-medium">{stored.name}</span>
        <span className="text-12 text-fg-3">{stored.test.period}</span>
        {result?.total ? (
          <span className="figures text-12 text-fg-2">pays {formatMoney(result.total, { currency })}</span>
        ) : null}
        {readOnly ? null : (
          <>
            <Button size="sm" aria-label={`Edit ${stored.name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button size="sm" variant="ghost" aria-label={`Delete ${stored.name}`} onClick={onRemove}>
              Delete
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
    failure: 'The test could not be deleted',
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`Delete “${stored.name}”?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: planId, testId: stored.id })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>It no longer stands between this plan and its activation.</p>
    </Dialog>
  );
}

/** A new case in the plan's first period, with one quota and one deal to fill in. */
function newCase(document: Plan): PlanTest {
  const first = document.components.find((component) => component.status === 'Active');
  return {
    ...{ name: '', period: '', payee: {}, exchangeRates: [] },
    quotas: [{ amount: '' }],
    deals: [{ amount: '' }],
    expect: first ? { amounts: [{ componentId: first.id, amount: '' }] } : { total: '' },
  };
}
