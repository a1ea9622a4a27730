import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { useQuery } from '@tanstack/react-query';
import { CronFields } from '../../../api/cron/cron-fields.tsx';
import { SchedulePreview } from '../../../api/cron/upcoming-instants.tsx';
import { useMay } from '../../../api/me.ts';
import { agentListQuery, instancesQuery } from '../../../api/requests/agent-queries.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { HookFields } from './hook-fields.tsx';
import { messages } from './messages.ts';

type Part<Kind extends TriggerWhen['kind']> = {
  when: Extract<TriggerWhen, { kind: Kind }>;
  onWhen: (when: TriggerWhen) => void;
};

type WhenFieldsProps = {
  workflowId: string;
  when: TriggerWhen;
  /** The sender's secret of a webhook, as typed. */
  secret: string;
  onWhen: (when: TriggerWhen) => void;
  onSecret: (secret: string) => void;
};

/** The settings of a trigger by its type. */
export function WhenFields({ workflowId, when, secret, onWhen, onSecret }: WhenFieldsProps) {
  switch (when.kind) {
    case 'schedule':
      return <ScheduleFields workflowId={workflowId} when={when} onWhen={onWhen} />;
    case 'webhook':
      return <HookFields when={when} secret={secret} onWhen={onWhen} onSecret={onSecret} />;
    case 'event':
      return (
        <Field label={messages.eventLabel} required hint={messages.eventHint}>
          <Select
            options={Object.entries(TRIGGER_EVENTS).map(([value, label]) => ({ value, label }))}
            value={when.event}
            onValueChange={(event) => onWhen({ ...when, event: event as TriggerEvent })}
          />
        </Field>
      );
  }
}

function ScheduleFields({ workflowId, when, onWhen }: Part<'schedule'> & { workflowId: string }) {
  const read = useInstances(workflowId);
  const instances = read ?? [];
  return (
    <>
      <CronFields schedule={when} onChange={(part) => onWhen({ ...when, ...part })} />
      <Field label={messages.overlap} required>
        <Select
          options={Object.entries(messages.overlaps).map(([value, label]) => ({ value, label }))}
          value={when.overlap}
          onValueChange={(overlap) => onWhen({ ...when, overlap: overlap as typeof when.overlap })}
        />
      </Field>
      {instances.length > 0 || when.instance !== null ? (
        <Field label={messages.instance} hint={messages.instanceHint}>
          <Select
            value={when.instance ?? 'none'}
            onValueChange={(value) => onWhen({ ...when, instance: value === 'none' ? null : value })}
            options={[
              { value: 'none', label: messages.noInstance },
              ...instances.map(({ id, name }) => ({ value: id, label: name })),
              ...(when.instance === null || instances.some(({ id }) => id === when.instance)
                ? []
                : [
                    {
                      value: when.instance,
                      label: read === undefined ? messages.currentInstance : messages.unknownInstance,
                    },
                  ]),
            ]}
          />
        </Field>
      ) : null}
      <SchedulePreview cron={when.cron} timeZone={when.timeZone} />
    </>
  );
}

/** The instances of the agent that the workflow belongs to; undefined until loaded, and for users who may not read them. */
function useInstances(workflowId: string) {
  const mayRead = useMay('read:agents');
  const agents = useQuery({ ...agentListQuery(), enabled: mayRead });
  const agent = agents.data?.rows.find((one) => one.workflowId === workflowId);
  const instances = useQuery({ ...instancesQuery(agent?.id), enabled: agent !== undefined });
  if (!mayRead || agents.data === undefined) return undefined;
  return agent === undefined ? [] : instances.data?.rows;
}
