import type { Problem } from '@attain/domain/base/result';
import type { Plan } from '@attain/domain/plans/plan';
import { type ReactNode, useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import type { PlanDetail } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { ActFooter } from '../../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { readPlanFile } from '../read-plan-file.ts';
import { messages } from './messages.ts';

export type ImportPlanDialogProps = {
  /** A link to the import of records. */
  records: ReactNode;
  onImported: (plan: PlanDetail) => void;
  onClose: () => void;
};

type Read = { file: string; plan: Plan };
type Fault = { message: string; problems: readonly Problem[] };

/** Creates a draft plan from an exported file; nothing is stored before the file is a plan. */
export function ImportPlanDialog({ records, onImported, onClose }: ImportPlanDialogProps) {
  const [read, setRead] = useState<Read>();
  const [fault, setFault] = useState<Fault>();
  const failed = () =>
    toast({
      id: 'import-plan',
      title: messages.import.failed,
      text: messages.import.failedText,
      meaning: 'bad',
    });
  const create = useAct({
    act: client.plans.create,
    changes: [keys.plans, keys.audit],
    failure: null,
    onDone: (plan) => {
      toast({
        id: 'import-plan',
        title: messages.import.done,
        text: messages.import.doneText(read?.file ?? ''),
        meaning: 'ok',
      });
      onClose();
      onImported(plan);
    },
  });
  const reject = (next: Fault) => {
    setRead(undefined);
    setFault(next);
    failed();
  };
  const takeFile = async (file: File | undefined, rejected: string | undefined) => {
    create.reset();
    if (!file) return rejected === undefined ? undefined : reject({ message: rejected, problems: [] });
    const found = await readPlanFile(file);
    if (!found.ok) return reject(found);
    setFault(undefined);
    setRead({ file: file.name, plan: found.plan });
  };
  const submit = () => {
    if (!read) return;
    const { plan } = read;
    create.mutate({ name: plan.name, type: plan.type, document: plan }, { onError: failed });
  };
  const issues = create.error instanceof HttpError ? create.error.issues : (fault?.problems ?? []);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      held={create.isPending}
      title={messages.import.title}
      description={messages.import.description}
      footer={
        <ActFooter disabled={!read} busy={create.isPending} onClick={submit}>
          {messages.import.submit}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <FileDrop
          label={
            read ? messages.import.ready(read.plan.name, read.plan.components.length) : messages.import.drop
          }
          hint={messages.import.dropHint}
          endings={['.json']}
          maxBytes={2_000_000}
          onFiles={(taken, rejected) => void takeFile(taken[0], rejected[0]?.message)}
        />
        {issues.length > 0 ? (
          <ProblemList problems={issues} title={messages.import.notPlan} />
        ) : fault || create.isError ? (
          <p role="alert" className="text-bad-text">
            {fault?.message ?? describeError(create.error)}
          </p>
        ) : null}
        {records}
      </div>
    </Dialog>
  );
}
