import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { importedPeriodsQuery } from '../../api/requests/close-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { paths } from '../../paths.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Calculates the plans and periods of a stored import in one act, and leads to their close or their results. */
export function CalculateImport({ importId }: { importId: string }) {
  const navigate = useNavigate();
  const { data, isPending } = useQuery(importedPeriodsQuery(importId));
  const act = useAct({
    act: client.closes.calculateImported,
    changes: [keys.closes, keys.calculations, keys.audit],
    failure: messages.calculate.failure,
    onDone: ({ notStarted: [first], runId, month }) => {
      if (first !== undefined) toast({ title: messages.calculate.reason(first), meaning: 'bad' });
      void navigate(month !== null ? paths.closeOf(month) : runId !== null ? paths.run(runId) : paths.payout);
    },
  });
  const periods = data?.periods ?? [];
  const due = periods.filter(({ calculation }) => ['none', 'failed', 'outdated'].includes(calculation));
  const [only] = due;
  if (!isPending && only === undefined) {
    const way = data?.month == null ? paths.payout : paths.closeOf(data.month);
    return (
      <Link className={buttonLook({ variant: 'primary' })} {...way}>
        {data?.month == null ? messages.imported.payouts : messages.open}
      </Link>
    );
  }
  return (
    <Button
      variant="primary"
      icon={<Calculator aria-hidden />}
      disabled={isPending}
      busy={act.isPending}
      onClick={() => act.mutate({ importId })}
    >
      {due.length === 1 && only !== undefined
        ? messages.imported.one(only.planName, only.period.key)
        : messages.imported.some(due.length)}
    </Button>
  );
}
