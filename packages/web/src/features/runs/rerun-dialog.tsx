import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { sayError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { workflowQuery } from '../../api/requests/workflow-queries.ts';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';

export type RerunDialogProps = {
  run: WorkflowRunDetail;
  onStarted: (runId: string) => void;
  onClose: () => void;
};

/** Runs the workflow of a run again with the same input, on its version or on another one. */
export function RerunDialog({ run, onStarted, onClose }: RerunDialogProps) {
  const workflow = useQuery(workflowQuery(run.workflowId));
  const [version, setVersion] = useState(run.version);
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Run again"
      description="A new run from the beginning with the same input, under your rights. This one stays as it is."
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            busy={again.isPending}
            onClick={() => again.mutate({ id: run.id, version })}
          >
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Loaded query={workflow} failure="The versions could not be loaded">
          {({ versions }) => (
            <Field label="Version" required hint={versions.find((one) => one.version === version)?.note}>
              <Select
                value={String(version)}
                onValueChange={(chosen) => setVersion(Number(chosen))}
                options={versions.map((one) => ({
                  value: String(one.version),
                  label: versionLabel(one, { run: run.version, newest: versions[0]?.version }),
                }))}
              />
            </Field>
          )}
        </Loaded>
        <CodeBlock label="Input" code={JSON.stringify(run.input, null, 2)} maxHeight="12rem" />
        {again.isError ? (
          <p role="alert" className="text-bad-text">
            {sayError(again.error)}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

function versionLabel(
  { version, createdAt }: { version: number; createdAt: string },
  known: { run: number; newest: number | undefined },
): string {
  const marks = [
    ...(version === known.run ? ['of this run'] : []),
    ...(version === known.newest ? ['newest'] : []),
  ];
  const what = marks.length > 0 ? `, ${marks.join(', ')}` : '';
  return `Version ${version}${what} · ${formatMoment(createdAt)}`;
}
