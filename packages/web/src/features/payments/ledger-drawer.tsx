import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { ledgerQuery } from '../../api/requests/payment-queries.ts';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { LedgerList } from './ledger-list.tsx';
import { messages } from './messages.ts';

/** Identifies one payment: its run, payee and currency of earnings. */
export type PaymentName = { runId: string; participantId: string; currency: string };

/** One payment with its ledger, from earned to paid. */
export function LedgerDrawer({
  name,
  title,
  onClose,
}: {
  name: PaymentName;
  title: string;
  onClose: () => void;
}) {
  const payment = useQuery(ledgerQuery(name));
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={title}>
      <Loaded query={payment} failure={messages.ledger.failure}>
        {(found) => <LedgerList payment={found} />}
      </Loaded>
    </Drawer>
  );
}
