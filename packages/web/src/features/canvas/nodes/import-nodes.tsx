import { type ReadNode, readNodeFile } from '@attain/domain/workflows/nodes/node-file';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { useAct } from '../../../api/use-act.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type Problem, ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages } from '../messages.ts';
import { NodeIcon } from '../palette/node-icon.tsx';

const maxBytes = 1_000_000;

type ImportNodesProps = {
  /** Loads the nodes into the Config tabs of the library. */
  onTake: (nodes: readonly ReadNode[]) => void;
  onCreated: (workflowId: string) => void;
  onClose: () => void;
};

/**
 * Imports exported nodes (NODES-05, NODES-08): they are checked, never executed, and then loaded into the
 * library or made a new workflow.
 */
export function ImportNodes({ onTake, onCreated, onClose }: ImportNodesProps) {
  const [read, setRead] = useState<{ name: string; nodes: readonly ReadNode[] }>();
  const [faults, setFaults] = useState<readonly Problem[]>([]);
  const mayEdit = useMay('edit:workflows');
  const create = useAct({
    act: client.workflows.create,
    changes: [keys.workflows, keys.audit],
    failure: messages.nodes.makeFailure,
    onDone: ({ id }) => onCreated(id),
  });
  const take = async (file: File | undefined, error: string | undefined) => {
    setRead(undefined);
    if (!file) return setFaults([{ rule: 'WF-34', path: '', message: error ?? messages.nodes.chooseFile }]);
    const found = readNodeFile(await file.text());
    setFaults(found.ok ? [] : found.problems);
    if (found.ok) setRead({ name: file.name.replace(/\.[^.]*$/, ''), nodes: found.value });
  };
  const known = read?.nodes.filter(({ type }) => nodeType(type) !== undefined) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.nodes.importTitle}
      description={messages.nodes.importDescription}
      footer={
        known.length === 0 ? undefined : (
          <>
            {mayEdit ? (
              <Button
                busy={create.isPending}
                onClick={() =>
                  create.mutate({
                    name: read?.name || messages.nodes.importedName,
                    document: asWorkflow(known),
                  })
                }
              >
                {messages.nodes.makeWorkflow}
              </Button>
            ) : null}
            <Button variant="primary" onClick={() => onTake(known)}>
              {messages.nodes.useHere}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <FileDrop
          label={messages.nodes.file}
          endings={['.json']}
          maxBytes={maxBytes}
          onFiles={([file], [rejected]) => void take(file, rejected?.message)}
        />
        <ProblemList problems={faults} title={messages.nodes.unreadable} />
        {read ? (
          <ul aria-label={messages.nodes.inFile} className="divide-y">
            {read.nodes.map((node, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              <li key={at} className="flex flex-col gap-1 py-2">
                <span className="flex items-center gap-2">
                  <NodeIcon type={node.type} small />
                  <span className="min-w-0 truncate font-medium">
                    {node.title || (nodeType(node.type)?.label ?? node.type)}
                  </span>
                  <span className="ms-auto">
                    <Badge meaning={node.problems.length === 0 ? 'ok' : 'warn'}>
                      {node.problems.length === 0
                        ? messages.nodes.valid
                        : messages.nodes.toFix(node.problems.length)}
                    </Badge>
                  </span>
                </span>
                {node.problems.slice(0, 3).map(({ path, message }) => (
                  <span key={`${path} ${message}`} className="text-12 text-fg-2">
                    {message} <span className="font-mono text-11">{path}</span>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  );
}

const columnPx = 200;
const rowPx = 100;
const columns = 5;

/** The nodes side by side without connections. */
function asWorkflow(nodes: readonly ReadNode[]): Workflow {
  return {
    ...EMPTY_WORKFLOW,
    nodes: nodes.map(({ type, title, config }, at) => ({
      id: `${type}_${at + 1}`,
      type,
      title,
      config,
      position: { x: (at % columns) * columnPx, y: Math.floor(at / columns) * rowPx },
    })),
  };
}
