import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { payrollLayoutsQuery } from '../../api/requests/payment-queries.ts';
import { saveFile } from '../../api/save-file.ts';
import type { PaymentRun } from '../../api/shapes.ts';
import { downloadFrom } from '../../base/files/download.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const PayrollDialog = lazy(async () => ({
  default: (await import('./payroll/payroll-dialog.tsx')).PayrollDialog,
}));

/** Exports of the payments for payroll; users who may see totals also get the total in the reporting currency. */
export function PaymentFiles({ run }: { run: PaymentRun }) {
  const [payroll, setPayroll] = useState(false);
  const isPosted = run.posted !== null && run.totals !== null;
  const layouts = useQuery({ ...payrollLayoutsQuery(), enabled: isPosted }).data?.rows ?? [];
  if (run.version === null) return null;
  const file = (name: string, label: string) => ({
    id: name,
    label,
    onSelect: () => downloadFrom(`/api/payments/${run.id}/${name}`),
  });
  const { reporting } = run;
  const payrollItem = { id: 'payroll', label: messages.files.payroll, onSelect: () => setPayroll(true) };
  return (
    <>
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
          ...(run.totals
            ? [
                {
                  id: 'payroll',
                  items: [
                    ...layouts.map(({ id, name }) => ({
                      id,
                      label: messages.files.inLayout(name),
                      onSelect: () =>
                        void saveFile(`/api/payments/${run.id}/payroll/${id}`).catch((error: unknown) =>
                          toast({
                            title: messages.files.failure(name),
                            text: describeError(error),
                            meaning: 'bad',
                          }),
                        ),
                    })),
                    payrollItem,
                  ],
                },
              ]
            : []),
        ]}
      />
      {payroll ? (
        <Suspense fallback={null}>
          <PayrollDialog run={run} onClose={() => setPayroll(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
