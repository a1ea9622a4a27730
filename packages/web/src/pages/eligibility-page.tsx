import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { plansQuery } from '../api/queries.ts';
import type { Assignment } from '../api/shapes.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { AssignToPlan } from '../features/assignments/assign-dialog.tsx';
import { AssignmentTable } from '../features/assignments/assignment-table.tsx';
import { EndAssignments } from '../features/assignments/end-assignments.tsx';
import { Page } from '../shell/page.tsx';
import { Select } from '../ui/fields/select.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

/** `/compensation/eligibility`: who is paid by which plan, and when. */
export function EligibilityPage() {
  const mayAssign = useMay('assign:plans');
  return (
    <Page
      title="Eligibility & Enrollment"
      needs="read:participants"
      crumbs={<Breadcrumbs steps={[{ label: 'Eligibility & Enrollment' }]} />}
      meta="Who is paid by which plan, with the first and last day."
      actions={mayAssign ? <AssignToPlan /> : null}
    >
      <Assignments mayAssign={mayAssign} />
    </Page>
  );
}

const everyPlan = 'every';

function Assignments({ mayAssign }: { mayAssign: boolean }) {
  const search = useSearch({ from: '/shell/compensation/eligibility' });
  const navigate = useNavigate();
  const narrow = (change: typeof search) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search.search, (next) => narrow({ search: next }));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Assignment>>(new Map());
  const mayPlans = useMay('read:plans');
  const plans = useQuery({ ...plansQuery(), enabled: mayPlans });
  const filter = { search: search.search, planId: search.plan };
  return (
    <div className="flex flex-col gap-3">
      <Toolbar
        label="Filter assignments"
        end={
          mayAssign ? (
            <EndAssignments chosen={[...chosen.values()]} onEnded={() => setChosen(new Map())} />
          ) : null
        }
      >
        <SearchField
          label="Search participants"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {mayPlans ? (
          <div className="w-60">
            <Select
              controlSize="sm"
              aria-label="Plan"
              value={search.plan ?? everyPlan}
              onValueChange={(plan) => narrow({ plan: plan === everyPlan ? undefined : plan })}
              options={[
                { value: everyPlan, label: 'All plans' },
                ...(plans.data?.rows ?? []).map((plan) => ({ value: plan.id, label: plan.name })),
              ]}
            />
          </div>
        ) : null}
      </Toolbar>
      <div className="rounded-lg border bg-surface shadow-card">
        <AssignmentTable
          filter={filter}
          selected={mayAssign ? chosen : undefined}
          onSelectedChange={mayAssign ? setChosen : undefined}
        />
      </div>
    </div>
  );
}
