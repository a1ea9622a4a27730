import type { Plan, PlanType } from '@attain/domain/plans/plan';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRequestedOpen } from '../../base/requested-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import { type ReadPlan, readPlanFile } from './read-plan-file.ts';
import { planTypeNames } from './words/plan-words.ts';

/** Button and dialog that create a plan, empty or from an exported file. */
export function NewPlan({ onCreated }: { onCreated: (plan: PlanDetail) => void }) {
  const [open, setOpen] = useRequestedOpen('new-plan');
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {messages.newPlan.open}
      </Button>
      {open ? <NewPlanDialog onCreated={onCreated} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export type NewPlanDialogProps = { onCreated: (plan: PlanDetail) => void; onClose: () => void };

/** The form of a new plan, for other buttons than the one of the plans page. */
export function NewPlanDialog({ onCreated, onClose }: NewPlanDialogProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const [type, setType] = useState<PlanType | ''>('');
  const [document, setDocument] = useState<Plan>();
  const [fault, setFault] = useState<Pick<Extract<ReadPlan, { ok: false }>, 'message' | 'problems'>>();
  const [tried, setTried] = useState(false);
  const create = useAct({
    act: client.plans.create,
    changes: [keys.plans, keys.audit],
    failure: null,
    onDone: (plan) => {
      toast({ id: 'new-plan', title: messages.newPlan.created, text: plan.name, meaning: 'ok' });
      onClose();
      onCreated(plan);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || type === '') {
      toast({
        id: 'new-plan',
        title: messages.newPlan.missing,
        text: messages.newPlan.missingText,
        meaning: 'bad',
      });
      return;
    }
    create.mutate(
      { name: name.trim(), type, document },
      {
        onError: () =>
          toast({
            id: 'new-plan',
            title: messages.newPlan.failed,
            text: messages.newPlan.failedText,
            meaning: 'bad',
          }),
      },
    );
  };
  const takeFile = async (file: File | undefined, error: string | undefined) => {
    setFault(error === undefined ? undefined : { message: error, problems: [] });
    if (!file) return;
    const read = await readPlanFile(file);
    if (!read.ok) return setFault(read);
    setDocument(read.plan);
    setName((own) => own || read.plan.name);
    setType((own) => own || read.plan.type);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.newPlan.title}
      description={messages.newPlan.description}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.newPlan.cancel}</Button>
          </CloseSheet>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
            {messages.newPlan.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={messages.newPlan.name}
          required
          error={tried && !name.trim() ? messages.newPlan.nameMissing : undefined}
        >
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field
          label={messages.newPlan.type}
          required
          error={tried && type === '' ? messages.newPlan.typeMissing : undefined}
        >
          <Select
            value={type}
            onValueChange={(value) => setType(value as PlanType)}
            options={Object.entries(planTypeNames).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <FileDrop
          label={document ? messages.newPlan.startsFrom(document.name) : messages.newPlan.upload}
          hint={messages.newPlan.uploadHint}
          endings={['.json']}
          maxBytes={2_000_000}
          onFiles={(taken, rejected) => void takeFile(taken[0], rejected[0]?.message)}
        />
        {fault && fault.problems.length > 0 ? (
          <ProblemList problems={fault.problems} title={messages.newPlan.notPlan} />
        ) : fault || create.isError ? (
          <p role="alert" className="text-bad-text">
            {fault?.message ?? describeError(create.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
