import { strategies } from '@attain/domain/deployments/deployment';
import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import {
  changedByDeployments,
  environmentsQuery,
  matrixQuery,
} from '../../api/requests/deployment-queries.ts';
import { versionsQuery } from '../../api/requests/version-queries.ts';
import type { AgentVersion, Deployment, EnvironmentId, Release, VersionPage } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { Field } from '../../ui/fields/field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { CanaryFields } from './canary-fields.tsx';
import { environmentNames, messages } from './messages.ts';

const words = messages.dialog;

type Props = {
  /** The agent to deploy, or the first of the list. */
  agentId?: string | undefined;
  /** One version, or one to be chosen. */
  version?: Pick<AgentVersion, 'id' | 'version'>;
  /** Where to, or where the person chooses. */
  environment?: EnvironmentId;
  /** The candidate that goes to production. */
  release?: Pick<Release, 'id' | 'name'>;
  onDone: (id: string) => void;
  onClose: () => void;
};

/** Deploys a version of an agent to an environment. */
export function DeployDialog(props: Props) {
  const { onDone, onClose, release } = props;
  const matrix = useRows(matrixQuery({}));
  const places = useQuery(environmentsQuery());
  const [chosenAgent, setAgent] = useState(props.agentId);
  const agent = matrix.rows.find(({ id }) => id === chosenAgent) ?? matrix.rows[0];
  const open = (places.data?.rows ?? []).filter(({ rules }) => !rules.autoDeploy);
  const [chosenPlace, setPlace] = useState<EnvironmentId | undefined>(props.environment);
  const place = chosenPlace ?? open[0]?.id ?? 'staging';
  const cell = agent?.cells.find(({ environment }) => environment === place);
  const versions = useVersions(agent?.id, cell?.stable?.hash);
  const [chosenVersion, setVersion] = useState(props.version?.id);
  const version = props.version?.id ?? versions.find(({ id }) => id === chosenVersion)?.id ?? versions[0]?.id;
  const [strategy, setStrategy] = useState<Deployment['strategy']>(strategies[0]);
  const [reason, setReason] = useState('');
  const [stickyBy, setStickyBy] = useState<readonly string[]>([]);
  const hasBefore = cell?.stable != null;
  const deploy = useAct({
    act: (order: Order, options: Options) =>
      release === undefined
        ? client.deployments.create(order, options)
        : client.releases.promote({ ...order, id: release.id }, options),
    changes: changedByDeployments,
    failure: null,
    onDone: (made) => {
      toast({ title: words.done, text: `${made.agent} ${made.version}`, meaning: 'info' });
      onDone(made.id);
    },
  });
  const isTaken = cell?.deployment != null;
  const needs = open.find(({ id }) => id === place)?.rules.needsApproval;
  return (
    <ActDialog
      title={
        release
          ? messages.releases.promoteTitle(release.name)
          : props.version
            ? words.titleOf(props.version.version)
            : words.title(environmentNames[place])
      }
      description={release ? messages.releases.promoteHelp : words.help}
      act={deploy}
      label={release ? messages.releases.promote : words.act}
      icon={<Rocket aria-hidden />}
      disabled={agent === undefined || version === undefined || isTaken}
      onAct={() =>
        agent &&
        version &&
        deploy.mutate({
          agentId: agent.id,
          hash: version,
          environment: place,
          strategy,
          replaces: cell?.stable?.hash ?? null,
          stickyBy: strategy === 'canary' ? [...stickyBy] : [],
          reason: reason.trim(),
        })
      }
      onClose={onClose}
    >
      {props.version ? null : (
        <>
          <Field label={words.agent} required>
            <Select
              value={agent?.id ?? ''}
              options={matrix.rows.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={setAgent}
            />
          </Field>
          <Field label={words.version} required hint={versions.length === 0 ? words.noVersions : undefined}>
            <Select
              value={version ?? ''}
              options={versions.map(({ id, version: label, message }) => ({
                value: id,
                label: message === '' ? label : `${label} · ${message}`,
              }))}
              onValueChange={setVersion}
            />
          </Field>
        </>
      )}
      {props.environment ? null : (
        <Field label={words.environment} required>
          <Select
            value={place}
            options={open.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={(next) => setPlace(next as EnvironmentId)}
          />
        </Field>
      )}
      <p className="text-12 text-fg-2">
        {isTaken ? words.open : words.runsNow(cell?.stable?.version ?? null)}{' '}
        {release === undefined && (needs === 'always' || agent?.riskLevel === 'high') ? words.approval : null}
      </p>
      <RadioGroup
        label={words.strategy}
        value={strategy}
        choices={strategies.map((value) => ({
          value,
          label: messages.strategies[value],
          hint: value === 'canary' && !hasBefore ? words.nothingBefore : messages.strategyHints[value],
          disabled: value === 'canary' && !hasBefore,
        }))}
        onValueChange={setStrategy}
      />
      {strategy === 'canary' && agent ? (
        <CanaryFields agentId={agent.id} environment={place} chosen={stickyBy} onChoose={setStickyBy} />
      ) : null}
      <Field label={words.reason} hint={words.reasonHint}>
        <Textarea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActDialog>
  );
}

type Order = Parameters<typeof client.deployments.create>[0];
type Options = Parameters<typeof client.deployments.create>[1];

/** The versions that can be deployed there, newest first: active, on main, and not the one that runs. */
export function useVersions(
  agentId: string | undefined,
  running: string | undefined,
): readonly AgentVersion[] {
  const list = useRows<AgentVersion, VersionPage>({
    ...versionsQuery(agentId ?? ''),
    ...(agentId === undefined ? { read: async () => nothing } : {}),
  });
  return list.rows.filter(
    ({ id, status, branch, workflowVersion }) =>
      id !== running && status === 'active' && branch === 'main' && workflowVersion !== null,
  );
}

const nothing: VersionPage = {
  rows: [],
  nextCursor: null,
  total: 0,
  agent: '',
  totals: { versions: 0, active: 0, branches: 0 },
};
