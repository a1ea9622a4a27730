import { useQuery } from '@tanstack/react-query';
import { Download, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { payrollLayoutsQuery } from '../../../api/requests/payment-queries.ts';
import { saveFile } from '../../../api/save-file.ts';
import type { PaymentRun, PayrollLayout } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { LayoutForm } from './layout-form.tsx';
import { messages } from './messages.ts';

/** Payroll layouts: write this run's file in one, or change them. */
export function PayrollDialog({ run, onClose }: { run: PaymentRun; onClose: () => void }) {
  const [edited, setEdited] = useState<PayrollLayout | 'new' | null>(null);
  if (edited !== null) {
    const layout = edited === 'new' ? null : edited;
    return <LayoutForm run={run} layout={layout} onEnd={() => setEdited(null)} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.title}
      description={messages.description}
    >
      <Layouts run={run} onEdit={setEdited} />
    </Dialog>
  );
}

function Layouts({ run, onEdit }: { run: PaymentRun; onEdit: (layout: PayrollLayout | 'new') => void }) {
  const query = useQuery(payrollLayoutsQuery());
  const mayEdit = useMay('make:payments');
  const [failure, setFailure] = useState<unknown>(null);
  const write = ({ id }: PayrollLayout) =>
    saveFile(`/api/payments/${run.id}/payroll/${id}`).then(() => setFailure(null), setFailure);
  return (
    <div className="flex flex-col gap-4">
      {run.posted === null ? <p className="text-fg-2">{messages.notPosted}</p> : null}
      <Loaded query={query} failure={messages.loading}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-fg-2">{mayEdit ? messages.none : messages.noneToRead}</p>
          ) : (
            <ul aria-label={messages.layouts} className="flex flex-col divide-y">
              {rows.map((layout) => (
                <li key={layout.id} className="flex items-center gap-2 py-2">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{layout.name}</span>
                    <span className="block text-12 text-fg-3">{factsOf(layout)}</span>
                  </span>
                  {mayEdit ? <EditAndRemove layout={layout} onEdit={onEdit} /> : null}
                  <IconButton
                    label={messages.write(layout.name)}
                    icon={<Download aria-hidden />}
                    disabled={run.posted === null}
                    onClick={() => void write(layout)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {failure === null ? null : <Failure error={failure} />}
      {mayEdit ? (
        <div>
          <Button icon={<Plus aria-hidden />} onClick={() => onEdit('new')}>
            {messages.add}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function EditAndRemove({
  layout,
  onEdit,
}: {
  layout: PayrollLayout;
  onEdit: (layout: PayrollLayout) => void;
}) {
  const changes = [keys.payments, keys.audit];
  const restore = useAct({
    act: client.payrollLayouts.save,
    changes,
    failure: messages.restoreFailure,
  });
  const remove = useAct({
    act: client.payrollLayouts.remove,
    changes,
    failure: messages.removeFailure,
    onDone: () =>
      toast({
        title: messages.removed,
        text: layout.name,
        meaning: 'ok',
        action: { label: messages.undo, act: () => restore.mutate({ ...layout, id: undefined }) },
      }),
  });
  return (
    <>
      <IconButton
        label={messages.edit(layout.name)}
        icon={<Pencil aria-hidden />}
        onClick={() => onEdit(layout)}
      />
      <IconButton
        label={messages.remove(layout.name)}
        icon={<Trash2 aria-hidden />}
        onClick={() => remove.mutate({ id: layout.id })}
      />
    </>
  );
}

/** Each error is announced once: a list of problems is an alert itself. */
function Failure({ error }: { error: unknown }) {
  const problems = error instanceof HttpError ? error.issues : [];
  return (
    <div className="flex flex-col gap-2">
      <p role={problems.length > 0 ? undefined : 'alert'} className="text-bad-text">
        {describeError(error)}
      </p>
      <ProblemList problems={problems} />
    </div>
  );
}

const factsOf = ({ columns, currency }: PayrollLayout) =>
  `${messages.columnCount(columns.length)} · ${currency ?? messages.allCurrencies}`;
