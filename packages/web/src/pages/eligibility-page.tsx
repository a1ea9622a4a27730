import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { plansQuery } from '../api/queries.ts';
import type { Assignment } from '../api/shapes.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { AssignToPlan } from '../features/assignments/assign-dialog.tsx';
import { AssignmentsExport } from '../features/assignments/assignment-export.tsx';
import { AssignmentTable } from '../features/assignments/assignment-table.tsx';
import { EndAssignments } from '../features/assignments/end-assignments.tsx';
import { useMayImport } from '../features/imports/may-import.ts';
import { PayTermTable } from '../features/records/pay-terms-table.tsx';
import { PayTermsExport } from '../features/records/record-exports.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

const from = '/shell/compensation-dashboard/compensation/eligibility';

/** `/compensation/eligibility`: assignments of participants to plans, and what is agreed with them. */
export function EligibilityPage() {
  const mayAssign = useMay('assign:plans');
  const mayImport = useMayImport();
  const { tab } = useSearch({ from });
  const navigate = useNavigate();
  return (
    <Page
      title={messages.eligibility.title}
      needs="read:participants"
      views="assignments"
      crumbs={<Breadcrumbs steps={[{ label: messages.eligibility.title }]} />}
      meta={messages.eligibility.subtitle}
      actions={
        tab === 'pay-terms' ? (
          mayImport('pay-terms') ? (
            <Link className={buttonLook({ variant: 'primary' })} {...paths.newImportOf('pay-terms')}>
              <FileUp aria-hidden /> {messages.eligibility.importTerms}
            </Link>
          ) : null
        ) : mayAssign ? (
          <AssignToPlan />
        ) : null
      }
    >
      <Tabs
        label={messages.eligibility.tabs}
        value={tab ?? 'enrolled'}
        onValueChange={(next) =>
          void navigate({
            to: '.',
            search: { tab: next === 'pay-terms' ? next : undefined },
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'enrolled',
            label: messages.eligibility.enrolled,
            content: <Assignments mayAssign={mayAssign} />,
          },
          { value: 'pay-terms', label: messages.eligibility.payTerms, content: <PayTerms /> },
        ]}
      />
    </Page>
  );
}

function PayTerms() {
  const address = useSearch({ from });
  const { search } = address;
  const navigate = useNavigate();
  const [text, setText] = useAddressText(
    search,
    (next) =>
      void navigate({
        to: '.',
        search: { ...address, tab: 'pay-terms', search: next },
        replace: true,
        resetScroll: false,
      }),
  );
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={messages.eligibility.searchTerms} end={<PayTermsExport search={search} />}>
        <SearchField
          label={messages.eligibility.searchTerms}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Toolbar>
      <div className="rounded-lg border bg-surface shadow-card">
        <PayTermTable search={search} />
      </div>
    </div>
  );
}

const everyPlan = 'every';

function Assignments({ mayAssign }: { mayAssign: boolean }) {
  const search = useSearch({ from });
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
        label={messages.eligibility.filter}
        end={
          <>
            <AssignmentsExport filter={filter} />
            {mayAssign ? (
              <EndAssignments chosen={[...chosen.values()]} onEnded={() => setChosen(new Map())} />
            ) : null}
          </>
        }
      >
        <SearchField
          label={messages.eligibility.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {mayPlans ? (
          <div className="w-60">
            <Select
              controlSize="sm"
              aria-label={messages.eligibility.plan}
              value={search.plan ?? everyPlan}
              onValueChange={(plan) => narrow({ plan: plan === everyPlan ? undefined : plan })}
              options={[
                { value: everyPlan, label: messages.eligibility.allPlans },
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
