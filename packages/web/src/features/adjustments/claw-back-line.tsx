import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { statementPaymentsQuery } from '../../api/requests/payment-queries.ts';
import type { Explanation } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

const ClawbackDialog = lazy(async () => ({
  default: (await import('./clawback-dialog.tsx')).ClawbackDialog,
}));

/** Button that claws back an explained line, for users who may, once a posted payment includes it. */
export function ClawBackLine({ line }: { line: Explanation }) {
  const [open, setOpen] = useState(false);
  const may = useMay('adjust:payments');
  const { participantId, componentId, currency, amount } = line;
  // an unchanged calculation shares the lines of the earlier one, which is the one that was paid
  const runId = line.run.sameAs ?? line.runId;
  const payments = useQuery({ ...statementPaymentsQuery(runId, participantId), enabled: may });
  if (!payments.data?.some(({ run }) => run.posted !== null)) return null;
  const message = messages.clawback.line(line.participantName, line.componentName, line.run.period.key);
  return (
    <>
      <Button size="sm" className="self-start" icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
        {messages.clawback.open}
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
