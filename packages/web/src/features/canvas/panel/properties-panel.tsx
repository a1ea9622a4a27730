import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import { inputsOf, nodeType, outputsOf } from '@attain/domain/workflows/nodes/node-types';
import type { WorkflowNode } from '@attain/domain/workflows/workflow';
import { Cable, Trash2, Unplug } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ShownRun } from '../acts/shown-run.ts';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState } from '../editing/canvas-store.ts';
import { messages } from '../messages.ts';
import { NodeConfigForm, StepInRun, TrialFields } from './late-fields.tsx';
import { WorkflowForm } from './workflow-form.tsx';

const pickSelection = ({ selection }: CanvasState) => selection;

export type PropertiesPanelProps = {
  /** The stored workflow whose triggers are shown; null if frozen. */
  stored: { id: string; version: number } | null;
  problems: readonly WorkflowProblem[];
  /** The run shown on the nodes. */
  run: ShownRun | undefined;
  onConnect: (id: string) => void;
  /** Shows the node or connection of a problem. */
  onGo: (problem: WorkflowProblem) => void;
  /** Executes one node of the draft; null if not possible. */
  onRunStep: ((id: string) => void) | null;
};

/** The properties of the selection (CANVAS-16): a node, a note, a connection, several, or the workflow. */
export function PropertiesPanel(props: PropertiesPanelProps) {
  const { stored, problems, run, onConnect, onGo, onRunStep } = props;
  const { acts, editable } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  const { nodes, edges, notes } = useCanvasState(pickSelection);
  const [node, ...more] = workflow.nodes.filter(({ id }) => nodes.has(id));
  const note = workflow.notes.find(({ id }) => notes.has(id));
  const edge = workflow.edges.find(({ id }) => edges.has(id));
  const chosen = nodes.size + edges.size + notes.size;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field ends a typing step
    <div className="flex flex-col gap-3 p-3" onBlur={acts.seal}>
      {chosen > 1 ? (
        <>
          <h2 className="text-14 font-semibold">{messages.panel.selected(chosen)}</h2>
          <p className="text-fg-2">
            {more.length > 0 ? messages.panel.arrangeOrDelete : messages.panel.pressDelete}
          </p>
          <RemoveButton label={messages.panel.deleteAll} disabled={!editable} onClick={acts.remove} />
        </>
      ) : node ? (
        <>
          <Suspense fallback={null}>{run ? <StepInRun run={run} node={node.id} /> : null}</Suspense>
          <NodeForm key={node.id} {...{ node, problems, run, onConnect, onRunStep }} />
        </>
      ) : note ? (
        <>
          <h2 className="text-14 font-semibold">{messages.toolbar.note}</h2>
          <Field label={messages.panel.text} required>
            <Textarea
              rows={5}
              value={note.text}
              disabled={!editable}
              onChange={({ target }) =>
                target.value !== '' && acts.note(note.id, { text: target.value, position: note.position })
              }
            />
          </Field>
          <RemoveButton label={messages.edit.deleteNote} disabled={!editable} onClick={acts.remove} />
        </>
      ) : edge ? (
        <>
          <h2 className="text-14 font-semibold">{messages.menu.connection}</h2>
          <p className="text-fg-2">
            {messages.panel.fromTo(
              titleOf(workflow.nodes, edge.from.node),
              edge.from.port,
              titleOf(workflow.nodes, edge.to.node),
              edge.to.port,
            )}
          </p>
          <RemoveButton label={messages.panel.deleteConnection} disabled={!editable} onClick={acts.remove} />
        </>
      ) : (
        <WorkflowForm stored={stored} problems={problems} onGo={onGo} />
      )}
    </div>
  );
}

type NodeFormProps = {
  node: WorkflowNode;
  problems: readonly WorkflowProblem[];
  run: ShownRun | undefined;
  onConnect: (id: string) => void;
  onRunStep: ((id: string) => void) | null;
};

function NodeForm({ node, problems, run, onConnect, onRunStep }: NodeFormProps) {
  const { acts, editable } = useCanvas();
  const workflow = useCanvasState(pickWorkflow);
  const type = nodeType(node.type);
  const own = problems.filter((problem) => problem.node === node.id && !/\.config\b/.test(problem.path));
  return (
    <>
      <h2 className="text-14 font-semibold">{messages.panels.properties}</h2>
      <Field label={messages.panel.title} required>
        <FreeTextInput
          data-node-title
          value={node.title}
          maxLength={200}
          disabled={!editable}
          onChange={({ target }) => acts.configure(node.id, { title: target.value, field: 'title' })}
        />
      </Field>
      <Field label={messages.panel.type} required hint={type?.description}>
        <Input readOnly value={type?.label ?? node.type} />
      </Field>
      {own.map(({ rule, path, message }) => (
        <p
          key={`${rule} ${path} ${message}`}
          className="rounded-md bg-bad-soft px-2 py-1 text-12 text-bad-text"
        >
          {message}
        </p>
      ))}
      <Suspense fallback={null}>
        {type ? (
          <NodeConfigForm
            type={type}
            node={node}
            workflow={workflow}
            run={run}
            disabled={!editable}
            onChange={(config, field) => acts.configure(node.id, { config, field })}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        <TrialFields node={node} run={run} onRunStep={onRunStep} />
      </Suspense>
      <Connections node={node} onConnect={onConnect} />
      <p className="font-mono text-11 text-fg-3">
        {messages.panel.inExpressions(
          `nodes${/^[a-z]\w*$/.test(node.id) ? `.${node.id}` : `["${node.id}"]`}`,
        )}
      </p>
      <RemoveButton label={messages.panel.deleteNode} disabled={!editable} onClick={acts.remove} />
    </>
  );
}

function Connections({ node, onConnect }: { node: WorkflowNode; onConnect: (id: string) => void }) {
  const { acts, editable } = useCanvas();
  const { nodes, edges } = useCanvasState(pickWorkflow);
  const mine = edges.filter(({ from, to }) => from.node === node.id || to.node === node.id);
  const port = (name: string, all: readonly { name: string; label: string }[]) =>
    all.length > 1 ? ` (${all.find((one) => one.name === name)?.label ?? name})` : '';
  return (
    <section aria-label={messages.panel.connections} className="flex flex-col gap-1">
      <h3 className="text-12 font-medium">{messages.panel.connections}</h3>
      <ul className="flex flex-col">
        {mine.map(({ id, from, to }) => {
          const words =
            from.node === node.id
              ? messages.panel.to(`${titleOf(nodes, to.node)}${port(from.port, outputsOf(node))}`)
              : messages.panel.from(`${titleOf(nodes, from.node)}${port(to.port, inputsOf(node))}`);
          return (
            <li key={id} className="flex items-center justify-between gap-2 text-12">
              <span className="min-w-0 truncate">{words}</span>
              <IconButton
                size="sm"
                label={messages.panel.disconnect(words)}
                icon={<Unplug aria-hidden />}
                disabled={!editable}
                onClick={() => acts.disconnect(id)}
              />
            </li>
          );
        })}
      </ul>
      <Button
        size="sm"
        icon={<Cable aria-hidden />}
        disabled={!editable || outputsOf(node).length === 0}
        onClick={() => onConnect(node.id)}
      >
        {messages.panel.connectTo}
      </Button>
    </section>
  );
}

function RemoveButton({ label, ...rest }: { label: string; disabled: boolean; onClick: () => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Trash2 aria-hidden />}
      className="self-start text-bad-text!"
      {...rest}
    >
      {label}
    </Button>
  );
}

function titleOf(nodes: readonly WorkflowNode[], id: string): string {
  return nodes.find((node) => node.id === id)?.title || id;
}
