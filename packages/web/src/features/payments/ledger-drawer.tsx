import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { ledgerQuery } from '../../api/requests/payment-queries.ts';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { LedgerList } from './ledger-list.tsx';

/** Names one payment: whose, in which currency of earnings, in which run. */
export type PaymentName = { runId: string; participantId: string; currency: string };

/** One payment with everything that happened between what was earned and what is paid. */
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
      <Loaded query={payment} failure="The payment could not be loaded">
        {(found) => <LedgerList payment={found} />}
      </Loaded>
    </Drawer>
  );
}
