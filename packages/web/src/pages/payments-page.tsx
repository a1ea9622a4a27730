import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { isBeingMade, paymentRunQuery } from '../api/requests/payment-queries.ts';
import type { PaymentRow } from '../api/shapes.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { PriorPeriodTable } from '../features/adjustments/prior-period-table.tsx';
import { NotesButton } from '../features/notes/notes.tsx';
import { LedgerDrawer } from '../features/payments/ledger-drawer.tsx';
import { PayeeTable } from '../features/payments/payee-table.tsx';
import { PaymentFacts } from '../features/payments/payment-facts.tsx';
import { PaymentFiles } from '../features/payments/payment-files.tsx';
import { PaymentMoves } from '../features/payments/payment-moves.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

const from = '/shell/compensation-dashboard/compensation/approvals/$paymentRunId';

/** `/compensation/approvals/$paymentRunId`: one payment run with each payee's payment. */
export function PaymentsPage() {
  const { paymentRunId } = useParams({ from });
  const query = useQuery(paymentRunQuery(paymentRunId));
  const run = query.data;
  return (
    <Page
      title={run ? messages.payments.titleOf(run.period.key) : messages.payments.title}
      needs="read:payments"
      views="payments"
      crumbs={
        <Breadcrumbs
          steps={[
            { label: messages.payments.approvals, link: paths.approvals },
            { label: run ? messages.payments.crumb(run.period.key, run.version ?? '—') : '…' },
          ]}
        />
      }
      actions={
        run ? (
          <>
            <NotesButton subject="payment-run" subjectId={run.id} />
            <PaymentFiles run={run} />
            <PaymentMoves run={run} />
          </>
        ) : null
      }
    >
      <Loaded query={query} failure={messages.payments.failure}>
        {(found) => (
          <>
            <PaymentFacts run={found} />
            {isBeingMade(found) || found.version === null ? null : (
              <Payees runId={found.id} isPaid={found.paidAt !== null} />
            )}
            {found.sources.some((source) => source.originalId !== null) ? (
              <Card flush title={messages.payments.closed}>
                <PriorPeriodTable runId={found.id} periodKey={found.period.key} />
              </Card>
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Payees({ runId, isPaid }: { runId: string; isPaid: boolean }) {
  const search = useSearch({ from });
  const navigate = useNavigate();
  const [text, setText] = useAddressText(
    search.search,
    (next) =>
      void navigate({ to: '.', search: { ...search, search: next }, replace: true, resetScroll: false }),
  );
  const [open, setOpen] = useState<PaymentRow | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={messages.payments.filter}>
        <SearchField
          label={messages.payments.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Toolbar>
      <div className="rounded-lg border bg-surface shadow-card">
        <PayeeTable runId={runId} isPaid={isPaid} search={search.search} onOpen={setOpen} />
      </div>
      {open ? (
        <LedgerDrawer
          name={{ runId, participantId: open.participantId, currency: open.currency }}
          title={messages.payments.payee(open.participantName)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}
