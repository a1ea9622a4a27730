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
import { type ReadPlan, readPlanFile } from './read-plan-file.ts';
import { planTypeNames } from './words/plan-words.ts';

/** The button and dialog that make a new plan: empty, or from an exported document. */
export function NewPlan({ onCreated }: { onCreated: (plan: PlanDetail) => void }) {
  const [open, setOpen] = useRequestedOpen('new-plan');
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        New Plan
      </Button>
      {open ? <NewPlanDialog onCreated={onCreated} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type NewPlanDialogProps = { onCreated: (plan: PlanDetail) => void; onClose: () => void };

function NewPlanDialog({ onCreated, onClose }: NewPlanDialogProps) {
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
      toast({ id: 'new-plan', title: 'Plan Created Successfully', text: plan.name, meaning: 'ok' });
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
        title: 'Missing Information',
        text: 'Please provide both plan name and type.',
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
            title: 'Creation Failed',
            text: 'Unable to create plan. Please try again.',
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
      title="New plan"
      description="A plan starts as a draft. It pays nobody before it is activated and assigned."
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
            Create plan
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Plan name" required error={tried && !name.trim() ? 'Give the plan a name' : undefined}>
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Plan type" required error={tried && type === '' ? 'Choose a type' : undefined}>
          <Select
            value={type}
            onValueChange={(value) => setType(value as PlanType)}
            options={Object.entries(planTypeNames).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <FileDrop
          label={document ? `Starts from “${document.name}”` : 'Start from an exported plan'}
          hint="Optional: a .json file made by “Export JSON”"
          endings={['.json']}
          maxBytes={2_000_000}
          onFiles={(taken, rejected) => void takeFile(taken[0], rejected[0]?.message)}
        />
        {fault && fault.problems.length > 0 ? (
          <ProblemList problems={fault.problems} title="This file is not a plan" />
        ) : fault || create.isError ? (
          <p role="alert" className="text-bad-text">
            {fault?.message ?? describeError(create.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
