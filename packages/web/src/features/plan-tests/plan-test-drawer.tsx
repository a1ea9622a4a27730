import { parsePeriod } from '@attain/domain/base/period';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { Plan } from '@attain/domain/plans/plan';
import { hashKey } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { StoredPlanTest } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { isDecimal } from '../../base/decimal.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { ExpectFields } from './expect-fields.tsx';
import { messages } from './messages.ts';
import { RecordRows } from './record-rows.tsx';
import { tidyCase } from './tidy-case.ts';

// loads the payout engine, so only on demand
const TriedCase = lazy(async () => ({ default: (await import('./tried-case.tsx')).TriedCase }));

export type PlanTestDrawerProps = {
  planId: string;
  document: Plan;
  /** The stored test to edit; undefined for a new one. */
  stored?: StoredPlanTest;
  given: PlanTest;
  onClose: () => void;
};

/** One plan test: records, expected pay and the result while typing. */
export function PlanTestDrawer({ planId, document, stored, given, onClose }: PlanTestDrawerProps) {
  const [test, setTest] = useState(given);
  const set = (change: Partial<PlanTest>) => setTest({ ...test, ...change });
  const wiring = {
    changes: [[...keys.plans, planId, 'tests'], keys.audit],
    failure: null,
    onDone: (saved: StoredPlanTest) => {
      toast({ title: messages.drawer.saved, text: saved.name, meaning: 'ok' });
      onClose();
    },
  };
  const create = useAct({ act: client.planTests.create, ...wiring });
  const update = useAct({ act: client.planTests.update, ...wiring });
  const act = stored ? update : create;
  const tidy = tidyCase(test);
  const period = test.period ? parsePeriod(test.period, document.calendar) : undefined;
  const save = () =>
    stored
      ? update.mutate({ id: planId, testId: stored.id, revision: stored.revision, test: tidy })
      : create.mutate({ id: planId, test: tidy });
  const issues = act.error instanceof HttpError ? act.error.issues : [];
  const payee = (label: string, name: 'targetVariableAnnual' | 'commissionRatePercent') => (
    <Field
      label={label}
      error={test.payee[name] && !isDecimal(test.payee[name]) ? messages.drawer.notNumber : undefined}
    >
      <Input
        figure
        value={test.payee[name] ?? ''}
        onChange={(event) => set({ payee: { ...test.payee, [name]: event.target.value.trim() } })}
      />
    </Field>
  );
  return (
    <Drawer
      open
      size="lg"
      unsaved={hashKey([test]) === hashKey([given]) ? undefined : messages.drawer.unsaved}
      onOpenChange={(open) => !open && onClose()}
      title={stored ? messages.drawer.edit(stored.name) : messages.drawer.add}
      description={messages.drawer.description}
      footer={
        <ActFooter disabled={!tidy.name.trim() || !tidy.period} busy={act.isPending} onClick={save}>
          {stored ? messages.drawer.save : messages.drawer.create}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-5">
        {act.isError ? (
          <div key={act.submittedAt} ref={intoView}>
            {issues.length > 0 ? (
              <ProblemList problems={issues} title={describeError(act.error)} />
            ) : (
              <p role="alert" className="text-bad-text">
                {describeError(act.error)}
              </p>
            )}
          </div>
        ) : null}
        <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
          <Field label={messages.drawer.name} required>
            <Input
              maxLength={200}
              value={test.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field
            label={messages.drawer.period}
            required
            hint={messages.drawer.periodHint}
            error={period && !period.ok ? period.problems[0]?.message : undefined}
          >
            <Input
              className="font-mono"
              value={test.period}
              onChange={(event) => set({ period: event.target.value.trim() })}
            />
          </Field>
          {payee(messages.drawer.target, 'targetVariableAnnual')}
          {payee(messages.drawer.rate, 'commissionRatePercent')}
        </div>
        <ExpectFields test={test} document={document} onChange={(expect) => set({ expect })} />
        <Suspense fallback={null}>
          <TriedCase test={tidy} document={document} onTake={(expect) => set({ expect })} />
        </Suspense>
        <RecordRows test={test} document={document} onChange={set} />
      </div>
    </Drawer>
  );
}

/** Scrolls a failure into view. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
