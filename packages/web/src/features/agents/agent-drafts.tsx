import { type Agent, NEW_AGENT } from '@attain/domain/agents/agent';
import { checkAgent } from '@attain/domain/agents/check-agent';
import { defaultParametersOf, parameterSchemaOf } from '@attain/domain/agents/parameters';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { changedByAgents } from '../../api/keys.ts';
import type { AgentDetail, AgentTemplate } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import type { Problem } from '../../ui/states/problem-list.tsx';
import { failedWords, savedWords, signedOutWords } from './agent-words.ts';

/** The unsaved form of one agent and the revision it is based on; null for a new agent. */
export type AgentDraft = {
  readonly form: Agent;
  readonly revision: number | null;
  /** What a new agent starts from. */
  readonly template?: Pick<AgentTemplate, 'id' | 'name' | 'workflow'> | undefined;
};

/** The unsaved forms of the builder, kept across its screens. */
export type AgentDrafts = {
  /** The agent whose form was opened last; empty for a new one. */
  readonly current: string;
  readonly look: (id: string) => void;
  readonly draftOf: (id: string) => AgentDraft | undefined;
  readonly edit: (id: string, draft: AgentDraft) => void;
  readonly discard: (id: string) => void;
  /** Saves the form of an agent; known problems are reported without a request. */
  readonly save: (id: string) => void;
  readonly saving: boolean;
  /** Whether any form has unsaved changes. */
  readonly unsaved: boolean;
  /** The problems of the last save attempt and the agent they belong to. */
  readonly wrong: { readonly id: string; readonly problems: readonly Problem[] };
};

const DraftsContext = createContext<AgentDrafts | null>(null);

/** The unsaved forms. @throws outside of the builder */
export function useAgentDrafts(): AgentDrafts {
  const drafts = use(DraftsContext);
  if (!drafts) throw new Error('useAgentDrafts must be used within AgentDraftsProvider');
  return drafts;
}

/** one toast id, so that the result of a save replaces the previous one */
const saveToast = 'agent-save';

type Saving = { readonly id: string; readonly draft: AgentDraft };

/** Provides the unsaved forms to the builder's screens. `onSaved` is called for every stored agent. */
export function AgentDraftsProvider({
  onSaved,
  children,
}: {
  onSaved: (agent: AgentDetail) => void;
  children: ReactNode;
}) {
  const [current, look] = useState('');
  const [drafts, setDrafts] = useState<Readonly<Record<string, AgentDraft>>>({});
  const [wrong, setWrong] = useState<AgentDrafts['wrong']>({ id: '', problems: [] });
  const { mutate, isPending } = useAct({
    act: ({ id, draft }: Saving, options) => {
      const context = {
        ...options.context,
        onSessionLost: () => toast({ id: saveToast, ...signedOutWords, meaning: 'bad' }),
      };
      const { agentId, ...form } = wireForm(draft.form);
      return draft.revision === null
        ? client.agents.create({ agentId, ...form, template: draft.template?.id }, { context })
        : client.agents.update({ ...form, id, revision: draft.revision }, { context });
    },
    changes: changedByAgents,
    failure: null,
    onDone: (agent, { id, draft }) => {
      // changes made while the save was running are not saved yet
      setDrafts((all) => (all[id]?.form === draft.form ? without(all, id) : all));
      look((before) => (before === id ? agent.agentId : before));
      toast({ id: saveToast, ...savedWords(agent.name), meaning: 'ok' });
      onSaved(agent);
    },
  });
  const value = useMemo((): AgentDrafts => {
    const save = (id: string) => {
      const draft = drafts[id] ?? { form: NEW_AGENT, revision: null };
      const checked = checkAgent(draft.form);
      setWrong({ id, problems: checked.ok ? [] : checked.problems });
      if (!checked.ok) return;
      mutate(
        { id, draft },
        {
          onError: (error) => {
            if (error instanceof HttpError) setWrong({ id, problems: error.issues });
            if (error instanceof HttpError && error.status === 401) return;
            toast({ id: saveToast, ...failedWords(describeError(error)), meaning: 'bad' });
          },
        },
      );
    };
    return {
      current,
      look,
      save,
      wrong,
      saving: isPending,
      unsaved: Object.keys(drafts).length > 0,
      draftOf: (id) => drafts[id],
      edit: (id, draft) => setDrafts((all) => ({ ...all, [id]: draft })),
      discard: (id) => {
        setWrong({ id, problems: [] });
        setDrafts((all) => without(all, id));
      },
    };
  }, [current, drafts, isPending, mutate, wrong]);
  return <DraftsContext value={value}>{children}</DraftsContext>;
}

/** The form to send: defaults and schema are derived from the parameters, if any. */
function wireForm(form: Agent) {
  const derived = form.parameters.length > 0;
  return {
    ...form,
    capabilities: [...form.capabilities],
    parameters: form.parameters.map((one) => ({ ...one, options: one.options && [...one.options] })),
    triggerConditions: [...form.triggerConditions],
    defaultParameters: derived ? defaultParametersOf(form.parameters) : form.defaultParameters,
    parameterSchema: derived ? parameterSchemaOf(form.parameters) : form.parameterSchema,
  };
}

function without<Value>(all: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> {
  const { [id]: _, ...rest } = all;
  return rest;
}
