import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { plansQuery } from '../../api/queries.ts';
import { uploadImport, uploadLookup } from '../../api/requests/upload-import.ts';
import type { Import, ImportDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { importEndings, kindWords } from './import-words.ts';
import { useMayImport } from './may-import.ts';
import { messages } from './messages.ts';

export type UploadFormProps = { kind?: string; planId?: string; onUploaded: (done: ImportDetail) => void };

/** The first step: type and file. Uploading stores no records. */
export function UploadForm({ kind: given, planId: givenPlan, onUploaded }: UploadFormProps) {
  const mayImport = useMayImport();
  const offered = (Object.keys(kindWords) as Import['kind'][]).filter((one) => mayImport(one));
  const known = offered.find((one) => one === given) ?? 'deals';
  const [kind, setKind] = useState<Import['kind']>(known);
  const [planId, setPlan] = useState(givenPlan ?? '');
  const [error, setError] = useState<string>();
  const plans = useQuery({ ...plansQuery(), enabled: kind === 'plan-components' });
  const upload = useAct({
    act: async ([file, ...others]: readonly File[], options) => {
      if (file === undefined) throw new Error('Nothing was chosen.');
      const first = await uploadImport(
        { kind, planId: kind === 'plan-components' ? planId : undefined, file },
        options,
      );
      let last = first;
      for (const other of others)
        last = await uploadLookup({ importId: first.id, file: other }, { context: {} });
      return last;
    },
    changes: [keys.imports, keys.audit],
    failure: null,
    onDone: onUploaded,
  });
  const needsPlan = kind === 'plan-components' && !planId;
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(16rem,1fr)_2fr]">
      <Card title={messages.upload.what}>
        <RadioGroup
          label={messages.upload.type}
          value={kind}
          onValueChange={setKind}
          choices={offered.map((value) => ({
            value,
            label: kindWords[value].label,
            hint: kindWords[value].hint,
          }))}
        />
        {kind === 'plan-components' ? (
          <div className="mt-3">
            <Field label={messages.upload.plan} required>
              <Select
                value={planId}
                onValueChange={setPlan}
                placeholder={plans.isPending ? messages.upload.loadingPlans : messages.upload.choosePlan}
                options={(plans.data?.rows ?? []).map((plan) => ({
                  value: plan.id,
                  label: plan.name,
                  hint: plan.status,
                }))}
              />
            </Field>
          </div>
        ) : null}
      </Card>
      <Card title={messages.upload.file}>
        <FileDrop
          label={messages.upload.label(kindWords[kind].label)}
          hint={messages.upload.hint}
          endings={importEndings}
          multiple={kind !== 'plan-components'}
          disabled={needsPlan || upload.isPending}
          onFiles={(taken, rejected) => {
            setError(rejected[0]?.message);
            if (taken.length > 0) upload.mutate(taken);
          }}
        />
        <div className="mt-3" aria-live="polite">
          {needsPlan ? <p className="text-fg-2">{messages.upload.planFirst}</p> : null}
          {upload.isPending ? (
            <ProgressBar
              label={messages.upload.uploading(
                upload.variables?.map(({ name }) => name).join(', ') ?? messages.upload.theFile,
              )}
              detail={messages.upload.reading}
            />
          ) : null}
          {error ? (
            <p role="alert" className="text-bad-text">
              {error}
            </p>
          ) : upload.isError ? (
            <p role="alert" className="text-bad-text">
              {describeError(upload.error)}
            </p>
          ) : null}
        </div>
      </Card>
    </div>
  );
}
