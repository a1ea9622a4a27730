import { type Agent, NEW_AGENT } from '@attain/domain/agents/agent';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { agentListQuery, agentQuery } from '../api/requests/agent-queries.ts';
import type { AgentDetail } from '../api/shapes.ts';
import { downloadText } from '../base/files/download.ts';
import { formatMoment } from '../base/format-date.ts';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import { AgentForm } from '../features/agents/agent-form.tsx';
import { AgentList } from '../features/agents/agent-list.tsx';
import { formStatus, riskMeaning } from '../features/agents/agent-words.ts';
import { messages as copies } from '../features/agents/copies/messages.ts';
import { DeleteAgent } from '../features/agents/delete-agent.tsx';
import { useNewAgentForm } from '../features/agents/new-agent-form.ts';
import { StartsSummary } from '../features/canvas/panel/late-fields.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { messages } from './messages.ts';

const InstancesDialog = lazy(async () => ({
  default: (await import('../features/agents/copies/instances-dialog.tsx')).InstancesDialog,
}));
const SaveTemplate = lazy(async () => ({
  default: (await import('../features/agents/copies/save-template.tsx')).SaveTemplate,
}));
const TemplatesDialog = lazy(async () => ({
  default: (await import('../features/agents/copies/templates-dialog.tsx')).TemplatesDialog,
}));
const RunWithValues = lazy(async () => ({
  default: (await import('../features/agents/run-with-values.tsx')).RunWithValues,
}));

/** Link props to the form of another agent. */
type LinkTo = { linkTo: (agentId: string) => LinkProps };

/** The form of a new agent. */
export function NewAgent({ linkTo }: LinkTo) {
  return <OneAgent stored={undefined} linkTo={linkTo} />;
}

/** The form of a stored agent, next to the list of all. */
export function StoredAgent({ id, linkTo }: { id: string } & LinkTo) {
  const stored = useQuery(agentQuery(id));
  if (stored.data) return <OneAgent stored={stored.data} linkTo={linkTo} />;
  return (
    <Page title={messages.overview.title}>
      <Loaded query={stored} failure={messages.overview.failure}>
        {(found) => <OneAgent stored={found} linkTo={linkTo} />}
      </Loaded>
    </Page>
  );
}

function OneAgent({ stored, linkTo }: { stored: AgentDetail | undefined } & LinkTo) {
  const id = stored?.agentId ?? '';
  const { draftOf, saving, look, edit } = useAgentDrafts();
  const draft = draftOf(id);
  const fresh = useNewAgentForm();
  const form: Agent = draft?.form ?? stored ?? fresh;
  const status = formStatus(saving, stored === undefined || draft !== undefined);
  const mayRead = useMay('read:agents');
  const mayRun = useMay('run:agents');
  const mayDelete = useMay('delete:agents');
  const mayEdit = useMay('edit:agents');
  const [open, setOpen] = useState<'run' | 'instances' | 'template' | 'templates'>();
  const close = () => setOpen(undefined);
  const navigate = useNavigate();
  const mayReadWorkflows = useMay('read:workflows');
  const all = useQuery({ ...agentListQuery(), enabled: mayRead }).data?.rows ?? [];
  const categories = [...new Set(all.map(({ category }) => category).filter(Boolean))].sort();
  return (
    <Page
      title={messages.overview.title}
      needs="read:agents"
      beside={
        <>
          <Badge meaning={status.meaning}>{status.label}</Badge>
          <Badge meaning={riskMeaning[form.riskLevel]}>{messages.overview.risk(form.riskLevel)}</Badge>
        </>
      }
      meta={messages.overview.modified(
        stored ? formatMoment(stored.updatedAt) : null,
        stored?.updatedBy ?? null,
      )}
      actions={
        stored ? (
          <>
            {mayRun && stored.workflowId !== null ? (
              <Button icon={<Play aria-hidden />} onClick={() => setOpen('run')}>
                {messages.overview.run}
              </Button>
            ) : null}
            <Button onClick={() => setOpen('instances')}>{copies.instances.open}</Button>
            {mayEdit ? <Button onClick={() => setOpen('template')}>{copies.templates.save}</Button> : null}
            <Button onClick={() => downloadText(`${id}.agent.json`, JSON.stringify(exported(form), null, 2))}>
              {messages.overview.export}
            </Button>
            {mayDelete ? (
              <DeleteAgent
                agent={stored}
                onRemoved={() => {
                  look('');
                  void navigate(paths.agentList);
                }}
              />
            ) : null}
          </>
        ) : mayEdit ? (
          <Button onClick={() => setOpen('templates')}>{copies.templates.open}</Button>
        ) : null
      }
    >
      <Suspense fallback={null}>
        {open === 'run' && stored ? (
          <RunWithValues
            agent={{ id, name: stored.name }}
            onStarted={(runId) => void navigate(paths.workflowRun(runId))}
            onClose={close}
          />
        ) : null}
        {open === 'instances' && stored ? (
          <InstancesDialog
            agent={{ id, name: stored.name }}
            runsLink={instanceRuns}
            onStarted={(runId) => void navigate(paths.workflowRun(runId))}
            onClose={close}
          />
        ) : null}
        {open === 'template' && stored ? <SaveTemplate agent={stored} onClose={close} /> : null}
        {open === 'templates' ? (
          <TemplatesDialog
            onUse={(template) => {
              const free = freeName(template.agent.name, all);
              edit('', { form: { ...template.agent, name: free }, revision: null, template });
              close();
            }}
            onClose={close}
          />
        ) : null}
      </Suspense>
      <div className="@container">
        <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_18rem]">
          <AgentForm
            stored={stored}
            categories={categories}
            starts={(workflowId) => (
              <Suspense fallback={null}>
                {mayReadWorkflows ? <StartsSummary workflow={{ id: workflowId, version: null }} /> : null}
              </Suspense>
            )}
            canvasLink={(workflowId) => (
              <Link className="text-primary-text hover:underline" {...paths.canvas(workflowId)}>
                {messages.overview.canvas}
              </Link>
            )}
          />
          <AgentList
            current={id}
            link={(one, isCurrent) => (
              <Link
                {...linkTo(one.id)}
                aria-current={isCurrent ? 'true' : undefined}
                className={clsx(isCurrent ? 'font-medium text-primary-text' : 'hover:underline')}
              >
                {one.name}
              </Link>
            )}
          />
        </div>
      </div>
    </Page>
  );
}

/** The link to the runs of an instance. */
function instanceRuns({ id, name }: { id: string; name: string }, label: string) {
  return (
    <Link
      className={buttonLook({ size: 'sm' })}
      aria-label={copies.instances.runsOf(name)}
      {...paths.instanceRuns(id)}
    >
      {label}
    </Link>
  );
}

/** The name, or the first with a number behind it that no agent has. */
function freeName(name: string, agents: readonly { name: string }[]): string {
  let free = name;
  for (let number = 2; agents.some((one) => one.name === free); number += 1) free = `${name} ${number}`;
  return free;
}

/** The exported file: the fields of the form, without owner and times. */
function exported(form: Agent): Agent {
  const fields = Object.keys(NEW_AGENT).map((field) => [field, form[field as keyof Agent]]);
  return Object.fromEntries(fields) as unknown as Agent;
}
