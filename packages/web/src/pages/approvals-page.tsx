import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Failed } from '../api/loaded.tsx';
import { useMay, useScope } from '../api/me.ts';
import { isBeingMade, paymentRunsQuery } from '../api/requests/payment-queries.ts';
import { MakePayments } from '../features/payments/make-payments.tsx';
import { PaymentProgress } from '../features/payments/payment-facts.tsx';
import { PaymentRunTable } from '../features/payments/payment-run-table.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

/** `/compensation/approvals`: payments, from making to paying, and who has agreed to them. */
export function ApprovalsPage() {
  const navigate = useNavigate();
  const mayMake = useMay('make:payments');
  const scope = useScope('read:payments');
  return (
    <Page
      title="Approvals & Workflows"
      needs="read:payments"
      crumbs={<Breadcrumbs steps={[{ label: 'Approvals & Workflows' }]} />}
      meta={
        scope === 'tenant'
          ? 'One person creates payments, another approves them.'
          : 'Payments appear here once they are posted.'
      }
      actions={mayMake ? <MakePayments onMade={(run) => void navigate(paths.payments(run.id))} /> : null}
    >
      <Payments mayMake={mayMake} />
    </Page>
  );
}

function Payments({ mayMake }: { mayMake: boolean }) {
  const runs = useQuery(paymentRunsQuery());
  const working = runs.data?.rows.filter(isBeingMade) ?? [];
  return (
    <>
      {working.length > 0 ? (
        <Card title="Being made">
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
            runs.isError && !runs.data ? (
              <Failed query={runs} failure="The payments could not be loaded" />
            ) : undefined
          }
          empty={
            <EmptyState
              title="No payments yet"
              text={
                mayMake
                  ? 'Choose Make payments to turn a calculated period into what each payee is paid.'
                  : 'You see payments here once they are posted.'
              }
            />
          }
        />
      </Card>
    </>
  );
}
