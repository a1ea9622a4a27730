import { Link, useNavigate } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { SimulateAndStay } from '../../features/simulations/simulate-and-stay.tsx';
import { usePanelPart } from '../../features/suggestions/panel/panel-store.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { overviewMessages } from '../overview-messages.ts';

const NewPlanDialog = lazy(async () => ({
  default: (await import('../../features/plans/new-plan-dialog.tsx')).NewPlanDialog,
}));
const ImportPlanDialog = lazy(async () => ({
  default: (await import('../../features/plans/overview/import-plan-dialog.tsx')).ImportPlanDialog,
}));

/** The dashboard's buttons: those of plans beside it, or the import of records alone. */
export function DashboardActions({ ofPlans }: { ofPlans: boolean }) {
  const navigate = useNavigate();
  const planId = usePanelPart('planId') ?? undefined;
  const mayEdit = useMay('edit:plans');
  const mayImport = useMay('import:records');
  const [open, setOpen] = useState<'new' | 'import'>();
  const close = () => setOpen(undefined);
  const records = mayImport ? (
    <Link
      className={ofPlans && mayEdit ? 'text-primary-text underline' : buttonLook({})}
      {...paths.newImport}
    >
      {ofPlans && mayEdit ? (
        overviewMessages.importRecords
      ) : (
        <>
          <FileUp aria-hidden /> {overviewMessages.import}
        </>
      )}
    </Link>
  ) : null;
  if (!ofPlans) return records;
  return (
    <>
      {mayEdit ? (
        <>
          <Button icon={<FileUp aria-hidden />} onClick={() => setOpen('import')}>
            {overviewMessages.import}
          </Button>
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
            {overviewMessages.newPlan}
          </Button>
        </>
      ) : (
        records
      )}
      <SimulateAndStay planId={planId} />
      <Suspense fallback={null}>
        {open === 'new' ? (
          <NewPlanDialog onCreated={(plan) => void navigate(paths.plan(plan.id))} onClose={close} />
        ) : null}
        {open === 'import' ? (
          <ImportPlanDialog
            records={records}
            onImported={(plan) => void navigate(paths.plan(plan.id))}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
