import { CEDAR_SCHEMA } from '@attain/domain/policies/cedar-schema';
import { policyPriorities, policyTypes, targetKinds } from '@attain/domain/policies/policy';
import { environmentWords } from '@attain/domain/policies/policy-words';
import { cedarOf } from '@attain/domain/policies/to-cedar';
import { useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { PolicyContent, PolicyDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeArea } from '../../ui/fields/code-area.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { messages } from './messages.ts';
import { contentOf, draftOf, type PolicyDraft, placeIn } from './policy-draft.ts';
import { PolicyTestDialog, testedOf } from './policy-test.tsx';
import { RuleFields } from './rule-fields.tsx';

const words = messages.dialog;

type PolicyDialogProps = {
  /** The policy to edit; undefined for a new one. */
  stored: PolicyDetail | undefined;
  onSaved: (policy: PolicyDetail) => void;
  onClose: () => void;
};

/** Creates a policy or changes one, by a form or as text. */
export function PolicyDialog({ stored, onSaved, onClose }: PolicyDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [testing, setTesting] = useState(false);
  const change = (part: Partial<PolicyDraft>) => setDraft({ ...draft, ...part });
  const save = useAct({
    act: (content: PolicyContent, options) =>
      stored
        ? client.policies.save({ ...content, id: stored.id, revision: stored.revision }, options)
        : client.policies.create(content, options),
    changes: [keys.policies, keys.approvals, keys.audit],
    failure: null,
    onDone: (saved) => {
      const title = saved.approvalId === null ? words.saved : messages.actions.asked;
      toast({ title, text: saved.name, meaning: 'ok' });
      onSaved(saved);
    },
  });
  const check = useAct({
    act: (content: PolicyContent) => {
      const { appliesTo, rule, document, limits } = content;
      return client.policies.check({ id: stored?.id, appliesTo, rule, document, limits });
    },
    changes: [],
    failure: words.checkFailure,
  });
  const text = useRef<HTMLTextAreaElement>(null);
  const problems = save.error instanceof HttpError ? save.error.issues : (check.data?.problems ?? []);
  const wrongAt = (path: string) =>
    problems.find((one) => one.path === path || (path.endsWith('networks') && one.path.startsWith(path)))
      ?.message;
  const goTo = ({ path }: { path: string }) => {
    const place = placeIn(path);
    return place && draft.mode === 'text' ? () => select(text.current, place) : undefined;
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stored ? words.editOf(stored.name) : words.create}
      description={stored?.status === 'active' ? words.activeHelp : words.help}
      footer={
        <>
          <Button
            busy={check.isPending}
            onClick={() => {
              save.reset();
              check.mutate(contentOf(draft));
            }}
          >
            {words.check}
          </Button>
          <Button onClick={() => setTesting(true)}>{words.test}</Button>
          <ActFooter
            disabled={draft.name.trim() === ''}
            busy={save.isPending}
            onClick={() => save.mutate(contentOf(draft))}
          >
            {stored ? words.save : words.createDraft}
          </ActFooter>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <BasicFields draft={draft} change={change} />
        <TargetFields draft={draft} change={change} />
        <div>
          <SegmentedControl
            label={words.mode}
            segments={[
              { value: 'form', label: words.form },
              { value: 'text', label: words.text },
            ]}
            value={draft.mode}
            onValueChange={(mode) =>
              change({
                mode,
                // the text begins with what the form says
                document: mode === 'text' && draft.document === '' ? cedarOf(draft.rule) : draft.document,
              })
            }
          />
        </div>
        {draft.mode === 'form' ? (
          <RuleFields rule={draft.rule} onChange={(rule) => change({ rule, document: '' })} />
        ) : (
          <>
            <Field label={words.document} required hint={words.documentHint}>
              <CodeArea
                ref={text}
                rows={8}
                value={draft.document}
                onChange={({ target }) => change({ document: target.value })}
              />
            </Field>
            <details>
              <summary className="min-h-6 w-fit cursor-pointer text-12 text-fg-2">{words.schema}</summary>
              <CodeBlock label={words.schema} code={CEDAR_SCHEMA} maxHeight="14rem" />
            </details>
          </>
        )}
        <LimitsFields limits={draft.limits} wrongAt={wrongAt} onChange={(limits) => change({ limits })} />
        <div role="status" className="flex flex-col gap-2">
          {check.data && !save.isError ? (
            <Verdict problems={check.data.problems.length} warnings={check.data.warnings} />
          ) : null}
        </div>
        <ProblemList problems={problems} wayTo={goTo} />
        {save.isError && problems.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(save.error)}
          </p>
        ) : null}
      </div>
      {testing ? (
        <PolicyTestDialog
          name={draft.name.trim() || words.create}
          tested={testedOf({ ...contentOf(draft), id: stored?.id })}
          onClose={() => setTesting(false)}
        />
      ) : null}
    </Dialog>
  );
}

function Verdict({ problems, warnings }: { problems: number; warnings: readonly string[] }) {
  if (problems > 0) return null;
  if (warnings.length === 0) return <p className="text-ok-text">{words.valid}</p>;
  return (
    <div className="rounded-lg border border-warn/40 bg-warn-soft/50 px-3 py-2">
      <p className="font-medium text-warn-text">{words.warnings}</p>
      <ul className="ms-4 list-disc">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

/** Puts the cursor where the problem is. */
function select(area: HTMLTextAreaElement | null, { line, column }: { line: number; column: number }) {
  if (area === null) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, Math.min(area.value.length, at + 1));
}

type PartProps = { draft: PolicyDraft; change: (part: Partial<PolicyDraft>) => void };

function BasicFields({ draft, change }: PartProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={words.name} required>
        <Input value={draft.name} maxLength={100} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <Field label={words.description} hint={words.descriptionHint}>
        <Input
          value={draft.description}
          maxLength={500}
          onChange={({ target }) => change({ description: target.value })}
        />
      </Field>
      <Field label={words.type} required>
        <Select
          value={draft.type}
          onValueChange={(value) => change({ type: policyTypes.find((one) => one === value) ?? draft.type })}
          options={policyTypes.map((value) => ({ value, label: messages.types[value] }))}
        />
      </Field>
      <Field label={words.priority} required>
        <Select
          value={draft.priority}
          onValueChange={(value) =>
            change({ priority: policyPriorities.find((one) => one === value) ?? draft.priority })
          }
          options={policyPriorities.map((value) => ({ value, label: messages.priorities[value] }))}
        />
      </Field>
    </div>
  );
}

const places = {
  workspace: words.everywhere,
  environment: words.chosenEnvironments,
  agent: words.oneAgent,
  connection: words.oneConnection,
};

function TargetFields({ draft, change }: PartProps) {
  const { where, environments, targetId } = draft;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={words.targets} required>
        <Select
          value={where}
          onValueChange={(value) => change({ where: targetKinds.find((one) => one === value) ?? where })}
          options={targetKinds.map((value) => ({ value, label: places[value] }))}
        />
      </Field>
      {where === 'environment' ? (
        <fieldset>
          <legend className="mb-1 text-12 font-medium">{words.environments}</legend>
          <div className="flex flex-wrap gap-x-4">
            {Object.entries(environmentWords).map(([id, label]) => (
              <Checkbox
                key={id}
                label={label}
                checked={environments.includes(id)}
                onChange={({ target }) =>
                  change({
                    environments: target.checked
                      ? [...environments, id]
                      : environments.filter((one) => one !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      {where === 'agent' || where === 'connection' ? (
        <Field label={where === 'agent' ? words.agentId : words.connectionId} required>
          <Input
            value={targetId}
            maxLength={200}
            onChange={({ target }) => change({ targetId: target.value })}
          />
        </Field>
      ) : null}
    </div>
  );
}
