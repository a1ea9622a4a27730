import type { Agent } from '@attain/domain/agents/agent';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { workflowListQuery } from '../../api/requests/workflow-queries.ts';
import type { AgentDetail } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { useAgentDrafts } from './agent-drafts.tsx';
import { CapabilityFields } from './capability-fields.tsx';
import { messages as copies } from './copies/messages.ts';
import { type FormPart, IdentityFields } from './identity-fields.tsx';
import { messages } from './messages.ts';
import { useNewAgentForm } from './new-agent-form.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { TriggerField } from './trigger-field.tsx';
import { FlagFields, TrustFields } from './trust-fields.tsx';

/** Option value for "no workflow". */
const none = ' ';

export type AgentFormProps = {
  /** The stored agent; undefined for a new one. */
  stored: AgentDetail | undefined;
  categories: readonly string[];
  /** Link to the canvas of the chosen workflow. */
  canvasLink: (workflowId: string) => ReactNode;
  /** The automatic triggers of the chosen workflow. */
  starts: (workflowId: string) => ReactNode;
};

/** The form of an agent. Unsaved input is kept until saved or discarded. */
export function AgentForm({ stored, categories, canvasLink, starts }: AgentFormProps) {
  const id = stored?.agentId ?? '';
  const drafts = useAgentDrafts();
  const readOnly = !useMay('edit:agents');
  const draft = drafts.draftOf(id);
  const fresh = useNewAgentForm();
  const form: Agent = draft?.form ?? stored ?? fresh;
  const revision = draft ? draft.revision : (stored?.revision ?? null);
  const onChange = (change: Partial<Agent>) =>
    drafts.edit(id, { ...draft, form: { ...form, ...change }, revision });
  const problems = drafts.wrong.id === id ? drafts.wrong.problems : [];
  const part: FormPart = { form, onChange, readOnly, problems };
  const overtaken = stored !== undefined && draft !== undefined && draft.revision !== stored.revision;
  return (
    <form
      aria-label={messages.form.label}
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        drafts.save(id);
      }}
    >
      {overtaken ? <Overtaken stored={stored} draft={form} /> : null}
      {draft?.template && form.workflowId === null ? (
        <p className="text-fg-2">{copies.templates.from(draft.template.name, draft.template.workflow)}</p>
      ) : null}
      <ProblemList problems={problems} />
      <IdentityFields
        {...part}
        stored={stored !== undefined}
        categories={categories}
        workflow={<WorkflowField {...part} canvasLink={canvasLink} />}
      />
      <CapabilityFields {...part} />
      <ParameterFields {...part} />
      <TrustFields {...part} />
      <TriggerField {...part} starts={form.workflowId === null ? null : starts(form.workflowId)} />
      <FlagFields {...part} />
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
        {messages.form.save}
      </button>
    </form>
  );
}

/** Shown when the agent was saved by another user in the meantime. */
function Overtaken({ stored, draft }: { stored: AgentDetail; draft: Agent }) {
  const drafts = useAgentDrafts();
  const id = stored.agentId;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-64 text-warn-text">
        {messages.form.conflict(stored.updatedBy ?? messages.form.someone)}
      </p>
      <Button size="sm" onClick={() => drafts.discard(id)}>
        {messages.form.takeTheirs}
      </Button>
      <Button size="sm" onClick={() => drafts.edit(id, { form: draft, revision: stored.revision })}>
        {messages.form.keepMine}
      </Button>
    </div>
  );
}

function WorkflowField({
  form,
  onChange,
  readOnly,
  canvasLink,
}: FormPart & { canvasLink: AgentFormProps['canvasLink'] }) {
  const list = useQuery({ ...workflowListQuery(), enabled: useMay('read:workflows') });
  const known = list.data?.rows ?? [];
  const chosen = form.workflowId;
  const missing = chosen !== null && !known.some(({ id }) => id === chosen);
  return (
    <Field
      label={messages.form.workflow}
      hint={chosen === null ? messages.form.workflowHint : canvasLink(chosen)}
    >
      <Select
        disabled={readOnly}
        value={chosen ?? none}
        onValueChange={(value) => onChange({ workflowId: value === none ? null : value })}
        options={[
          { value: none, label: messages.form.noWorkflow },
          ...(missing ? [{ value: chosen, label: chosen }] : []),
          ...known.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  );
}
