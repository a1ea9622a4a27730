import type { WhatIfRun } from '@attain/contract/what-if';
import type { Plan } from '@attain/domain/plans/plan';
import {
  currentValue,
  targetOfChanges,
  type WhatIfTarget,
  whatIfChange,
  whatIfTargets,
} from '@attain/domain/suggestions/what-if/what-if-target';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Play } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId, useReducer, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { planQuery } from '../../../api/queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import { scrollInPanel } from '../panel/scroll-in-panel.ts';
import { useHindrance } from '../panel/use-may-decide.ts';
import { whatIfKey } from '../queries.ts';
import type { Shown } from '../shown.ts';
import { impactWords } from '../words.ts';
import { messages } from './messages.ts';
import { RunResult } from './run-result.tsx';
import { canRun, idleWhatIf, nextWhatIf, type WhatIfState } from './what-if-state.ts';

export type WhatIfWidgetProps = {
  planId: string;
  /** The suggestion whose value is tried; without one, or where it changes more than a value, any value of the plan. */
  suggestion?: Shown;
  /** Its field takes the focus of the button that opened it. */
  takesFocus?: boolean;
};

/** Tries another value of the plan on past deals. */
export function WhatIfWidget({ planId, suggestion, takesFocus = false }: WhatIfWidgetProps) {
  const waiting = useRef(takesFocus);
  const plan = useQuery(planQuery(planId)).data?.document;
  const [chosen, setChosen] = useState('');
  if (!plan) return null;
  const own = suggestion === undefined ? null : targetOfChanges(plan, suggestion.changes);
  const targets = whatIfTargets(plan);
  const target = own ?? targets.find((one) => keyOf(one) === chosen) ?? targets[0];
  if (target === undefined) return null;
  // two suggestions may try the same value of a plan
  const subject = [...(own === null ? [] : [nameOf(own, plan)]), ...(suggestion ? [suggestion.title] : [])];
  return (
    <section
      aria-label={subject.length === 0 ? messages.title : messages.titleOf([...subject, plan.name])}
      className="flex flex-col gap-2 rounded-md bg-sunken p-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="flex items-center gap-1.5 text-12 font-semibold">
          <FlaskConical aria-hidden className="size-3.5 text-ai-text" /> {messages.title}
        </h4>
        {own !== null || targets.length < 2 ? null : (
          <span className="ms-auto w-64 max-w-full">
            <Select
              aria-label={messages.parameter}
              controlSize="sm"
              value={keyOf(target)}
              onValueChange={setChosen}
              options={targets.map((one) => ({ value: keyOf(one), label: nameOf(one, plan) }))}
            />
          </span>
        )}
      </div>
      <Trial
        key={keyOf(target)}
        planId={planId}
        plan={plan}
        target={target}
        suggestion={suggestion}
        waiting={waiting}
      />
    </section>
  );
}

const keyOf = ({ parameter, componentId }: WhatIfTarget) => `${parameter} ${componentId ?? ''}`.trim();

function nameOf({ parameter, componentId }: WhatIfTarget, plan: Plan): string {
  const name = plan.components.find(({ id }) => id === componentId)?.name;
  return messages.parameters[parameter](name ?? componentId ?? '');
}

type TrialProps = {
  planId: string;
  plan: Plan;
  target: WhatIfTarget;
  suggestion: Shown | undefined;
  /** Whether the focus is still to come. */
  waiting: RefObject<boolean>;
};

function Trial({ planId, plan, target, suggestion, waiting }: TrialProps) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!waiting.current || field.current === null) return;
    waiting.current = false;
    field.current.focus({ preventScroll: true });
    scrollInPanel(field.current.closest('section'));
  }, [waiting]);
  const hindrance = useHindrance('run:simulations', messages.noAccess);
  const { state, tell, start } = useTrial(planId, suggestion?.id ?? null);
  useEffect(() => {
    if (state.run) scrollInPanel(field.current?.closest('section'));
  }, [state.run]);
  const baseline = currentValue(plan, target);
  if (!baseline.ok) return <p className="text-12 text-fg-3">{baseline.problems[0]?.message}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hindrance !== undefined || !canRun(state, baseline.value)) return;
    const read = whatIfChange(plan, target, state.typed);
    tell({ type: 'run' });
    if (!read.ok) tell({ type: 'failed', error: read.problems[0]?.message ?? messages.noResult });
    else start({ planId, ...target, newValue: read.value.newValue, originalValue: baseline.value });
  };
  const suggested = suggestion ? suggestedValue(plan, target, suggestion) : null;
  return (
    <>
      <form id={formId} noValidate onSubmit={submit} className="flex max-w-lg items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            required
            label={nameOf(target, plan)}
            hint={messages.now(baseline.value)}
            error={state.error}
          >
            <Input
              ref={field}
              controlSize="sm"
              className="font-mono"
              value={state.typed}
              readOnly={state.step === 'running'}
              placeholder={suggested === null ? undefined : messages.example(suggested)}
              onChange={({ target: { value } }) => tell({ type: 'typed', value })}
            />
          </Field>
        </div>
        <Button
          type="submit"
          size="sm"
          className="mt-5"
          icon={<Play aria-hidden />}
          busy={state.step === 'running'}
          busyLabel={messages.running}
          disabled={hindrance !== undefined || (state.step !== 'running' && !canRun(state, baseline.value))}
          title={hindrance}
        >
          {messages.run}
        </Button>
      </form>
      {state.run ? <RunResult run={state.run} /> : null}
    </>
  );
}

/** The value that a suggestion proposes, as it is typed. */
function suggestedValue(plan: Plan, target: WhatIfTarget, { changes }: Shown): string | null {
  const components = plan.components.map((one) =>
    Object.assign(
      {},
      one,
      ...changes.map((change) => ('set' in change && change.component === one.id ? change.set : {})),
    ),
  );
  const value = currentValue({ ...plan, components }, target);
  return value.ok ? value.value : null;
}

type Order = Parameters<typeof client.whatIf.run>[0];

/** The state of a trial, and how one is run: its result is told by a toast, a failure next to the field. */
function useTrial(planId: string, suggestionId: string | null) {
  const [state, tell] = useReducer(nextWhatIf<WhatIfRun>, idleWhatIf as WhatIfState<WhatIfRun>);
  const run = useAct({ act: client.whatIf.run, changes: [whatIfKey(planId)], failure: null });
  const start = (order: Order) =>
    run.mutate(order, {
      onSuccess: (done) => {
        tell({ type: 'done', run: done });
        recordEvent('simulation', suggestionId, { simulationId: done.simulationId });
        toast({
          id: 'what-if',
          title: messages.done,
          text: messages.doneText(impactWords(done)?.text ?? '', done.confidence),
          meaning: 'ok',
        });
      },
      onError: (error) => {
        console.error('The what-if has no result', error);
        const isReadable = error instanceof HttpError && error.status < 500;
        tell({
          type: 'failed',
          error: isReadable ? `${messages.noResult} ${describeError(error)}` : messages.noResult,
        });
      },
    });
  return { state, tell, start };
}
