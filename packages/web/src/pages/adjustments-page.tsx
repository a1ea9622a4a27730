import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay, useMe } from '../api/me.ts';
import { paymentRunsQuery } from '../api/requests/payment-queries.ts';
import type { Adjustment, Draw, Hold } from '../api/shapes.ts';
import { AddAdjustment } from '../features/adjustments/add-adjustment.tsx';
import { AdjustmentDrawer } from '../features/adjustments/adjustment-drawer.tsx';
import { AdjustmentsExport, AdjustmentTable } from '../features/adjustments/adjustment-table.tsx';
import { ClawbackTable } from '../features/adjustments/clawback-table.tsx';
import { DecideClawback } from '../features/adjustments/decide-clawback.tsx';
import { DrawDrawer } from '../features/adjustments/draw-drawer.tsx';
import { DrawTable } from '../features/adjustments/draw-table.tsx';
import { GrantDraw } from '../features/adjustments/grant-draw.tsx';
import { HoldDrawer } from '../features/adjustments/hold-drawer.tsx';
import { HoldTable } from '../features/adjustments/hold-table.tsx';
import { LimitTable } from '../features/adjustments/limit-table.tsx';
import { PlaceHold } from '../features/adjustments/place-hold.tsx';
import { PriorPeriodTable } from '../features/adjustments/prior-period-table.tsx';
import { useMayImport } from '../features/imports/may-import.ts';
import { paths } from '../paths.ts';
import { adjustmentsSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages } from './messages.ts';

const from = '/shell/compensation-dashboard/compensation/adjustments';

/** `/compensation/adjustments`: entered adjustments, draws, holds, clawbacks, payment limits and closed-period changes. */
export function AdjustmentsPage() {
  const { tab } = useSearch({ from });
  const navigate = useNavigate();
  const show = (next: string) =>
    void navigate({ to: '.', search: adjustmentsSearch({ tab: next }), resetScroll: false });
  return (
    <Page
      title={messages.adjustments.title}
      needs="read:payments"
      crumbs={<Breadcrumbs steps={[{ label: messages.adjustments.title }]} />}
      meta={messages.adjustments.subtitle}
    >
      <Tabs
        label={messages.adjustments.tabs}
        value={tab ?? 'entered'}
        onValueChange={show}
        tabs={[
          { value: 'entered', label: messages.adjustments.entered, content: <Entered /> },
          { value: 'draws', label: messages.adjustments.draws, content: <Draws /> },
          { value: 'holds', label: messages.adjustments.holds, content: <Holds /> },
          {
            value: 'clawbacks',
            label: messages.adjustments.clawbacks,
            content: <Clawbacks />,
          },
          { value: 'limits', label: messages.adjustments.limits, content: <Limits /> },
          { value: 'closed-periods', label: messages.adjustments.closed, content: <ClosedPeriods /> },
        ]}
      />
    </Page>
  );
}

function Entered() {
  const may = useMay('request:adjustments');
  const mayImport = useMayImport()('adjustments');
  const currency = useMe().data?.tenant.currency ?? '';
  const [open, setOpen] = useState<Adjustment | null>(null);
  return (
    <Boxed
      toolbar={
        <>
          <AdjustmentsExport />
          {mayImport ? (
            <Link className={buttonLook({ size: 'sm' })} {...paths.newImportOf('adjustments')}>
              <Upload aria-hidden /> {messages.adjustments.importFile}
            </Link>
          ) : null}
          {may ? <AddAdjustment currency={currency} /> : null}
        </>
      }
    >
      <AdjustmentTable onOpen={setOpen} />
      {open ? <AdjustmentDrawer adjustment={open} onClose={() => setOpen(null)} /> : null}
    </Boxed>
  );
}

function Draws() {
  const may = useMay('adjust:payments');
  const currency = useMe().data?.tenant.currency ?? '';
  const [open, setOpen] = useState<Draw | null>(null);
  return (
    <Boxed toolbar={may ? <GrantDraw currency={currency} /> : null}>
      <DrawTable onOpen={setOpen} />
      {open ? <DrawDrawer draw={open} onClose={() => setOpen(null)} /> : null}
    </Boxed>
  );
}

function Holds() {
  const may = useMay('adjust:payments');
  const [open, setOpen] = useState<Hold | null>(null);
  return (
    <Boxed toolbar={may ? <PlaceHold /> : null}>
      <HoldTable onOpen={setOpen} />
      {open ? <HoldDrawer hold={open} onClose={() => setOpen(null)} /> : null}
    </Boxed>
  );
}

function Clawbacks() {
  const may = useMay('adjust:payments');
  return (
    <Boxed toolbar={may ? <DecideClawback /> : null}>
      <ClawbackTable />
    </Boxed>
  );
}

function Limits() {
  const may = useMayImport()('payment-limits');
  return (
    <Boxed
      toolbar={
        may ? (
          <Link className={buttonLook({ size: 'sm' })} {...paths.newImportOf('payment-limits')}>
            <Upload aria-hidden /> {messages.adjustments.importLimits}
          </Link>
        ) : null
      }
    >
      <LimitTable />
    </Boxed>
  );
}

/** Closed-period changes in the latest payment run that was not withdrawn. */
function ClosedPeriods() {
  const runs = useQuery(paymentRunsQuery());
  const newest = runs.data?.rows.find((run) => run.version !== null && run.status !== 'withdrawn');
  return (
    <Boxed>
      {newest ? (
        <PriorPeriodTable runId={newest.id} periodKey={newest.period.key} />
      ) : (
        <EmptyState title={messages.adjustments.noPayments} text={messages.adjustments.noPaymentsText} />
      )}
    </Boxed>
  );
}

function Boxed({ toolbar, children }: { toolbar?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      {toolbar ? (
        <Toolbar label={messages.adjustments.actions} end={toolbar}>
          {null}
        </Toolbar>
      ) : null}
      <div className="rounded-lg border bg-surface shadow-card">{children}</div>
    </div>
  );
}
