import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { statementPaymentsQuery } from '../../api/requests/payment-queries.ts';
import type { Explanation } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';

const ClawbackDialog = lazy(async () => ({
  default: (await import('./clawback-dialog.tsx')).ClawbackDialog,
}));

/** Takes back a line, from where it is explained; nothing while no posted payment took it in, or for who may not. */
export function TakeBackLine({ line }: { line: Explanation }) {
  const [open, setOpen] = useState(false);
  const may = useMay('adjust:payments');
  const { participantId, componentId, currency, amount } = line;
  // the lines of a calculation that came out the same are those of the one before it, which is the one that was paid
  const runId = line.run.sameAs ?? line.runId;
  const payments = useQuery({ ...statementPaymentsQuery(runId, participantId), enabled: may });
  if (!payments.data?.some(({ run }) => run.posted !== null)) return null;
  const message = `${line.participantName}, ${line.componentName} of ${line.run.period.key}. The next payments take it.`;
  return (
    <>
      <Button size="sm" className="self-start" icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
        Take back
      </Button>
      <Suspense fallback={null}>
        {open ? (
          <ClawbackDialog
            line={{ key: { runId, participantId, componentId }, currency, amount, message }}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
