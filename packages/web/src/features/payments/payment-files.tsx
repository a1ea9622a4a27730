import { Download } from 'lucide-react';
import type { PaymentRun } from '../../api/shapes.ts';
import { downloadFrom } from '../../base/files/download.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import { messages } from './messages.ts';

/** Exports of the payments for payroll; users who may see totals also get the total in the reporting currency. */
export function PaymentFiles({ run }: { run: PaymentRun }) {
  if (run.version === null) return null;
  const file = (name: string, label: string) => ({
    id: name,
    label,
    onSelect: () => downloadFrom(`/api/payments/${run.id}/${name}`),
  });
  const { reporting } = run;
  return (
    <DropdownMenu
      trigger={<Button icon={<Download aria-hidden />}>{messages.files.export}</Button>}
      align="end"
      sections={[
        {
          id: 'files',
          items: [
            file('payees.csv', messages.files.csv),
            ...(reporting ? [file('together.csv', messages.files.totalCsv(reporting.currency))] : []),
            file('payees.xlsx', reporting ? messages.files.xlsxWithTotal : messages.files.xlsx),
            ...(run.totals ? [file('proof.json', messages.files.proof)] : []),
          ],
        },
      ]}
    />
  );
}
