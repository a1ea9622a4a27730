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
import { type FormPart, IdentityFields } from './identity-fields.tsx';
import { useNewAgentForm } from './new-agent-form.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { TriggerField } from './trigger-field.tsx';
import { FlagFields, TrustFields } from './trust-fields.tsx';

/** The choice that names no workflow. */
const none = ' ';

export type AgentFormProps = {
  /** What is stored; undefined: the agent is new. */
  stored: AgentDetail | undefined;
  categories: readonly string[];
  /** Leads to the canvas of the workflow that is chosen. */
  canvasLink: (workflowId: string) => ReactNode;
  /** What starts the workflow that is chosen by itself. */
  starts: (workflowId: string) => ReactNode;
};

/** Everything of an agent that people write. What is typed is kept until it is saved or given up. */
export function AgentForm({ stored, categories, canvasLink, starts }: AgentFormProps) {
  const id = stored?.agentId ?? '';
  const drafts = useAgentDrafts();
  const readOnly = !useMay('edit:agents');
  const draft = drafts.draftOf(id);
  const fresh = useNewAgentForm();
  const form: Agent = draft?.form ?? stored ?? fresh;
  const revision = draft ? draft.revision : (stored?.revision ?? null);
  const onChange = (change: Partial<Agent>) => drafts.edit(id, { form: { ...form, ...change }, revision });
  const problems = drafts.wrong.id === id ? drafts.wrong.problems : [];
  const part: FormPart = { form, onChange, readOnly, problems };
  const overtaken = stored !== undefined && draft !== undefined && draft.revision !== stored.revision;
  return (
    <form
      aria-label="Agent"
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        drafts.save(id);
      }}
    >
      {overtaken ? <Overtaken stored={stored} draft={form} /> : null}
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
        Save
      </button>
    </form>
  );
}

/** Somebody saved this agent meanwhile: nothing is lost before one has chosen. */
function Overtaken({ stored, draft }: { stored: AgentDetail; draft: Agent }) {
  const drafts = useAgentDrafts();
  const id = stored.agentId;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-64 text-warn-text">
        {stored.updatedBy ?? 'Somebody'} saved this agent after you began to edit it.
      </p>
      <Button size="sm" onClick={() => drafts.discard(id)}>
        Take theirs
      </Button>
      <Button size="sm" onClick={() => drafts.edit(id, { form: draft, revision: stored.revision })}>
        Keep mine, to save over it
      </Button>
    </div>
  );
}

/** Which workflow a run of the agent is a run of. */
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
    <Field label="Workflow" hint={chosen === null ? 'What a run of it does' : canvasLink(chosen)}>
      <Select
        disabled={readOnly}
        value={chosen ?? none}
        onValueChange={(value) => onChange({ workflowId: value === none ? null : value })}
        options={[
          { value: none, label: 'None: it cannot run yet' },
          ...(missing ? [{ value: chosen, label: chosen }] : []),
          ...known.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  );
}
