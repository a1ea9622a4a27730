import { Download } from 'lucide-react';
import type { PaymentRun } from '../../api/shapes.ts';
import { downloadFrom } from '../../base/files/download.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';

/** The payments as files for payroll, and to who may know it what they come to in the currency of reports. */
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
      trigger={<Button icon={<Download aria-hidden />}>Export</Button>}
      align="end"
      sections={[
        {
          id: 'files',
          items: [
            file('payees.csv', 'Payments as CSV'),
            ...(reporting ? [file('together.csv', `Total in ${reporting.currency} as CSV`)] : []),
            file('payees.xlsx', reporting ? 'Payments and total as XLSX' : 'Payments as XLSX'),
            ...(run.totals ? [file('proof.json', 'Proof for attain verify')] : []),
          ],
        },
      ]}
    />
  );
}
