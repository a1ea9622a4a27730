import type { Component, Plan } from '@attain/domain/plans/plan';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { PlanDetail } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { ComponentDialog } from './component-dialog.tsx';
import { ComponentTable } from './component-table.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PlanBasics } from './plan-basics.tsx';
import { newComponent, totalWeight } from './plan-words.ts';
import { RateCourseOf } from './rates/rate-course-of.tsx';
import type { usePlanDraft } from './use-plan-draft.ts';

export type PlanEditorProps = { plan: PlanDetail; draft: ReturnType<typeof usePlanDraft>; readOnly: boolean };

/** Basics, components and curves of a plan, with everything that is wrong beside it. */
export function PlanEditor({ draft, readOnly }: PlanEditorProps) {
  const [open, setOpen] = useState<{ index: number; component: Component }>();
  const { document, edit, problems } = draft;
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
      <PlanFigures plan={document} />
      {problems.length > 0 ? (
        <ProblemList
          problems={problems}
          title={
            problems.length === 1
              ? '1 thing to mend before this plan can be activated'
              : `${problems.length} things to mend before this plan can be activated`
          }
          onGo={(problem) => {
            const index = Number(/^components\[(\d+)\]/.exec(problem.path)?.[1] ?? Number.NaN);
            const component = document.components[index];
            if (component) setOpen({ index, component });
          }}
        />
      ) : (
        <p className="flex items-center gap-2 text-12 text-ok-text">
          <CircleCheck aria-hidden className="size-4" /> This plan is sound: every rule was checked.
        </p>
      )}
      <ComponentTable
        plan={document}
        readOnly={readOnly}
        onAdd={() => setOpen({ index: -1, component: newComponent(document) })}
        onEdit={(index) => {
          const component = document.components[index];
          if (component) setOpen({ index, component });
        }}
        onRemove={(index) => put(document.components.filter((_, at) => at !== index))}
      />
      <PlanBasics plan={document} readOnly={readOnly} onChange={edit} />
      <Curves plan={document} />
      {open ? (
        <ComponentDialog
          key={open.component.id}
          plan={document}
          component={open.component}
          isNew={open.index < 0}
          readOnly={readOnly}
          onTake={take}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      <LeaveGuard dirty={draft.dirty} />
    </>
  );
}

function PlanFigures({ plan }: { plan: Plan }) {
  const { components } = plan;
  const active = components.filter((one) => one.status === 'Active');
  const capped = active.filter((one) => one.cap !== null);
  const weight = totalWeight(components);
  return (
    <FigureRow>
      <FigureTile
        label="Total weight"
        figure={`${weight}%`}
        sub={weight === 100 ? 'as it must be' : 'must be 100%'}
        tone={weight === 100 ? 'ok' : 'bad'}
      />
      <FigureTile label="Components" figure={components.length} sub={`${active.length} active`} />
      <FigureTile label="Capped" figure={capped.length} sub={`of ${active.length} active`} />
      <FigureTile label="Pays" figure={plan.currency} sub={`by ${plan.calendar.period}`} />
    </FigureRow>
  );
}

function Curves({ plan }: { plan: Plan }) {
  const active = plan.components.filter((one) => one.status === 'Active');
  if (active.length === 0) return null;
  return (
    <Card title="What each component pays">
      <div className="grid gap-6 @2xl:grid-cols-2">
        {active.map((component) => (
          <section key={component.id} aria-label={component.name} className="min-w-0">
            <h3 className="mb-1 font-medium">{component.name}</h3>
            <RateCourseOf plan={plan} component={component} height={160} />
          </section>
        ))}
      </div>
    </Card>
  );
}
