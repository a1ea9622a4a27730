import { type Component, type Plan, weightsMatter } from '@attain/domain/plans/plan';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { PlanDetail } from '../../api/shapes.ts';
import { focusFault } from '../../ui/fields/focus-fault.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { type Problem, ProblemList } from '../../ui/states/problem-list.tsx';
import { ComponentDialog } from './component-dialog.tsx';
import { ComponentTable } from './component-table.tsx';
import { componentAt, Faults, hasField } from './faults/component-faults.ts';
import { messages } from './messages.ts';
import { totalWeight } from './overview/find-components.ts';
import { PlanBasics } from './plan-basics.tsx';
import { PlanCurves } from './plan-curves.tsx';
import { LeaveGuard } from './saving/leave-guard.tsx';
import { OvertakenPlan } from './saving/overtaken-plan.tsx';
import type { usePlanDraft } from './use-plan-draft.ts';
import { newComponent } from './words/plan-words.ts';

export type PlanEditorProps = {
  plan: PlanDetail;
  draft: ReturnType<typeof usePlanDraft>;
  readOnly: boolean;
  /** Shown in the form of a component: what the plan, with the component as it is typed, would cost. */
  live: (document: Plan) => ReactNode;
};

/** Issues, components, basics and curves of a plan. */
export function PlanEditor({ plan, draft, readOnly, live }: PlanEditorProps) {
  const [open, setOpen] = useState<{ index: number; component: Component }>();
  const basics = useRef<HTMLDivElement>(null);
  const { document, edit, problems } = draft;
  const show = (index: number) => {
    const component = document.components[index];
    if (component) setOpen({ index, component });
  };
  const put = (components: readonly Component[]) => edit({ ...document, components });
  const take = (component: Component) => {
    if (!open) return;
    put(
      open.index < 0
        ? [...document.components, component]
        : document.components.map((one, at) => (at === open.index ? component : one)),
    );
    setOpen(undefined);
  };
  return (
    <>
      {draft.overtaken ? <OvertakenPlan plan={plan} draft={draft} /> : null}
      <PlanFigures plan={document} />
      {problems.length > 0 ? (
        <ProblemList
          problems={problems.map((problem) => namedIn(document, problem))}
          title={messages.editor.issues(problems.length)}
          wayTo={({ path }) => {
            const index = componentAt(path);
            if (index !== null) return () => show(index);
            return hasField(path) ? () => focusFault(basics.current) : undefined;
          }}
        />
      ) : (
        <p className="flex items-center gap-2 text-12 text-ok-text">
          <CircleCheck aria-hidden className="size-4" /> {messages.editor.valid}
        </p>
      )}
      <ComponentTable
        plan={document}
        readOnly={readOnly}
        onAdd={() => setOpen({ index: -1, component: newComponent(document) })}
        onEdit={show}
        onRemove={(index) => put(document.components.filter((_, at) => at !== index))}
      />
      <Faults value={problems}>
        <div ref={basics} className="@container">
          <PlanBasics plan={document} readOnly={readOnly} onChange={edit} />
        </div>
      </Faults>
      <PlanCurves plan={document} />
      {open ? (
        <ComponentDialog
          key={open.index}
          plan={document}
          component={open.component}
          index={open.index}
          readOnly={readOnly}
          planChanged={draft.dirty}
          live={live}
          onTake={take}
          onClose={() => setOpen(undefined)}
        />
      ) : (
        <LeaveGuard dirty={draft.dirty} />
      )}
    </>
  );
}

/** Puts the component's name before a problem's message. */
function namedIn({ components }: Plan, problem: Problem): Problem {
  const name = components[componentAt(problem.path) ?? -1]?.name.trim();
  return name ? { ...problem, message: messages.editor.problemOf(name, problem.message) } : problem;
}

function PlanFigures({ plan }: { plan: Plan }) {
  const { components } = plan;
  const active = components.filter((one) => one.status === 'Active');
  const capped = active.filter((one) => one.cap !== null);
  const weight = totalWeight(components);
  return (
    <FigureRow>
      {weightsMatter(components) ? (
        <FigureTile
          label={messages.editor.weight}
          figure={messages.editor.percent(weight)}
          sub={weight === 100 ? messages.editor.weightOk : messages.editor.weightWrong}
          tone={weight === 100 ? 'ok' : 'bad'}
        />
      ) : (
        <FigureTile
          label={messages.editor.weight}
          figure={messages.editor.percent(weight)}
          sub={messages.editor.weightUnused}
        />
      )}
      <FigureTile
        label={messages.editor.components}
        figure={components.length}
        sub={messages.editor.active(active.length)}
      />
      <FigureTile
        label={messages.editor.capped}
        figure={capped.length}
        sub={messages.editor.ofActive(active.length)}
      />
      <FigureTile
        label={messages.editor.pays}
        figure={plan.currency}
        sub={messages.editor.by[plan.calendar.period]}
      />
    </FigureRow>
  );
}
