import { approvalKinds, approvalRules, mayDecideKind } from '@attain/domain/approvals/approval-kinds';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useHeld } from '../api/held.ts';
import { Failed } from '../api/loaded.tsx';
import { useMay, useMe, useScope } from '../api/me.ts';
import { waitingApprovalsQuery } from '../api/requests/approval-queries.ts';
import { isBeingMade, paymentRunsQuery } from '../api/requests/payment-queries.ts';
import { ApprovalRules } from '../features/approvals/approval-rules.tsx';
import { ApprovalsInbox } from '../features/approvals/approvals-inbox.tsx';
import { DelegationsButton } from '../features/approvals/delegations/delegations-button.tsx';
import { messages } from '../features/approvals/messages.ts';
import { WaitingTasks } from '../features/approvals/waiting-tasks.tsx';
import { MakePayments } from '../features/payments/make-payments.tsx';
import { PaymentProgress } from '../features/payments/payment-facts.tsx';
import { PaymentRunTable } from '../features/payments/payment-run-table.tsx';
import { paths } from '../paths.ts';
import type { ApprovalSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

type TabName = 'for-me' | 'asked' | 'all' | 'payments' | 'rules';

/** `/compensation/approvals`: requests to approve, and the payment runs. */
export function ApprovalsPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/compensation-dashboard/compensation/approvals' });
  const mayMake = useMay('make:payments');
  const held = useHeld();
  const mayDelegate = approvalKinds.some((kind) => mayDecideKind(held, kind));
  return (
    <Page
      title={messages.page.title}
      needs="read:tasks"
      views="approvals"
      crumbs={<Breadcrumbs steps={[{ label: messages.page.title }]} />}
      meta={messages.page.subtitle}
      actions={
        <>
          {mayDelegate ? <DelegationsButton /> : null}
          {mayMake ? (
            <MakePayments
              period={search.pay}
              onMade={(run) => void navigate(paths.payments(run.id))}
              onClose={() =>
                void navigate({ ...paths.approvals, search: { ...search, pay: undefined }, replace: true })
              }
            />
          ) : null}
        </>
      }
    >
      <ApprovalTabs />
    </Page>
  );
}

/** Which tabs a role has: what it can decide, what it can ask for, what it can read. */
function useTabs(waiting: number): readonly TabName[] {
  const held = useMe().data?.permissions ?? [];
  const holds = (permission: string, scope?: string) =>
    held.some((one) => one.permission === permission && (scope === undefined || one.scope === scope));
  const rules = approvalKinds.map((kind) => approvalRules[kind]);
  const decides = rules.some(({ decide }) => holds(decide));
  const asks =
    holds('make:payments') || holds('edit:plans') || holds('manage:people') || holds('request:adjustments');
  const reads = rules.some(({ read }) => holds(read, 'tenant'));
  const tabs: (TabName | false)[] = [
    (decides || waiting > 0) && 'for-me',
    asks && 'asked',
    reads && 'all',
    holds('read:payments') && 'payments',
    (reads || decides) && 'rules',
  ];
  return tabs.filter((tab) => tab !== false);
}

function ApprovalTabs() {
  const { tab, request, pay, ...filter } = useSearch({
    from: '/shell/compensation-dashboard/compensation/approvals',
  });
  const navigate = useNavigate();
  const waiting = useQuery(waitingApprovalsQuery()).data?.total ?? 0;
  const names = useTabs(waiting);
  const current = tab ?? names[0] ?? 'asked';
  const go = (search: ApprovalSearch & { tab?: TabName; request?: string }) =>
    void navigate({ ...paths.approvals, search, replace: true, resetScroll: false });
  const inbox = (whose: Exclude<TabName, 'payments' | 'rules'>) => (
    <ApprovalsInbox
      whose={whose}
      requestId={request}
      onOpen={(id) => go({ ...filter, ...(tab ? { tab } : {}), ...(id ? { request: id } : {}) })}
      filter={{ ...filter, kind: approvalKinds.find((kind) => kind === filter.kind) }}
      onFilter={(next) => go({ ...next, ...(tab ? { tab } : {}) })}
    />
  );
  if (names.length === 1 && current === 'payments') return <Payments />;
  const all: readonly TabName[] = names.includes(current) ? names : [...names, current];
  return (
    <Tabs
      label={messages.page.tabs}
      value={current}
      onValueChange={(value) => go({ tab: value as TabName })}
      tabs={all.map((value) => ({
        value,
        label: messages.tabs[value],
        beside: value === 'for-me' && waiting > 0 ? <Badge meaning="info">{waiting}</Badge> : null,
        content:
          value === 'payments' ? (
            <Payments />
          ) : value === 'rules' ? (
            <ApprovalRules />
          ) : value === 'for-me' ? (
            <div className="flex flex-col gap-4">
              <WaitingTasks />
              {inbox(value)}
            </div>
          ) : (
            inbox(value)
          ),
      }))}
    />
  );
}

function Payments() {
  const mayMake = useMay('make:payments');
  const scope = useScope('read:payments');
  const runs = useQuery(paymentRunsQuery());
  const working = runs.data?.rows.filter(isBeingMade) ?? [];
  return (
    <div className="flex flex-col gap-4">
      {working.length > 0 ? (
        <Card title={messages.page.creating}>
          {working.map((run) => (
            <PaymentProgress key={run.id} run={run} />
          ))}
        </Card>
      ) : null}
      <Card flush>
        <PaymentRunTable
          runs={runs.data?.rows ?? []}
          loading={runs.isPending}
          error={
            runs.isError && !runs.data ? <Failed query={runs} failure={messages.page.failure} /> : undefined
          }
          empty={
            <EmptyState
              title={messages.page.noRuns}
              text={
                mayMake
                  ? messages.page.create
                  : scope === 'tenant'
                    ? messages.page.runs
                    : messages.page.posted
              }
            />
          }
        />
      </Card>
    </div>
  );
}
