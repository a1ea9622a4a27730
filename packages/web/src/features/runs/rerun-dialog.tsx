import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { Recipients } from '../../api/requests/recipients.tsx';
import { RunValue } from '../../api/requests/run-value.tsx';
import { publishedWorkflowQuery, workflowQuery } from '../../api/requests/workflow-queries.ts';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { messages } from './messages.ts';

export type RerunDialogProps = {
  run: WorkflowRunDetail;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Runs the workflow of a run again with the same input, on its version or another one. */
export function RerunDialog({ run, onStarted, onClose }: RerunDialogProps) {
  const workflow = useQuery(workflowQuery(run.workflowId));
  const [version, setVersion] = useState(run.version);
  const ofDraft = run.version < 0;
  const published = useQuery({ ...publishedWorkflowQuery(run.workflowId, version), enabled: !ofDraft });
  const chosen = ofDraft ? workflow : published;
  const again = useAct({
    act: client.workflowRuns.rerun,
    changes: [keys.workflowRuns, keys.agents, keys.tasks],
    failure: null,
    onDone: (started) => {
      onClose();
      onStarted(started.id);
    },
  });
  return (
    <ActDialog
      act={again}
      title={messages.rerun.title}
      description={messages.rerun.description}
      label={messages.rerun.start}
      icon={<Play aria-hidden />}
      disabled={!chosen.data}
      onAct={() => again.mutate({ id: run.id, ...(ofDraft ? {} : { version }) })}
      onClose={onClose}
    >
      <Loaded query={workflow} failure={messages.rerun.versionsFailure}>
        {({ versions }) =>
          ofDraft ? null : (
            <Field
              label={messages.rerun.version}
              required
              hint={versions.find((one) => one.version === version)?.note}
            >
              <Select
                value={String(version)}
                onValueChange={(chosen) => setVersion(Number(chosen))}
                options={versions.map((one) => ({
                  value: String(one.version),
                  label: versionLabel(one, { run: run.version, newest: versions[0]?.version }),
                }))}
              />
            </Field>
          )
        }
      </Loaded>
      <RunValue
        caption={messages.rerun.input}
        {...{
          run: run.id,
          step: 'run',
          side: 'in',
          label: messages.rerun.input,
          value: run.input,
          maxHeight: '12rem',
        }}
        cut={run.cut?.input}
      />
      <Loaded query={chosen} failure={messages.rerun.versionFailure}>
        {({ sendsTo }) => <Recipients sendsTo={sendsTo} />}
      </Loaded>
    </ActDialog>
  );
}

function versionLabel(
  { version, createdAt }: { version: number; createdAt: string },
  known: { run: number; newest: number | undefined },
): string {
  const marks = [
    ...(version === known.run ? [messages.rerun.ofThisRun] : []),
    ...(version === known.newest ? [messages.rerun.newest] : []),
  ];
  const what = marks.length > 0 ? `, ${marks.join(', ')}` : '';
  return messages.rerun.versionLabel(version, what, formatMoment(createdAt));
}
