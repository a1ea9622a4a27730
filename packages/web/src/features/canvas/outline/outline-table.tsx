import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import type { WorkflowEdge } from '@attain/domain/workflows/workflow';
import { Cable, Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { stepStatusLook } from '../../../api/requests/step-status.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { StepState } from '../acts/step-states.ts';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';

/** Rows shown at once; more on demand. */
const atOnce = 200;

export type OutlineTableProps = {
  problems: readonly WorkflowProblem[];
  states: ReadonlyMap<string, StepState>;
  onOpen: (id: string) => void;
  onConnect: (id: string) => void;
};

/** The workflow as a table: every node with its connections and the same actions as on the canvas. */
export function OutlineTable({ problems, states, onOpen, onConnect }: OutlineTableProps) {
  const { acts, editable } = useCanvas();
  const { nodes, edges } = useCanvasState(pickWorkflow);
  const [shown, setShown] = useState(atOnce);
  const title = new Map(nodes.map((node) => [node.id, node.title || node.id]));
  const entering = grouped(edges, ({ to }) => to.node);
  const leaving = grouped(edges, ({ from }) => from.node);
  const only = (id: string) => acts.select({ nodes: new Set([id]) });
  return (
    <div data-scroll-area className="h-full overflow-auto p-3">
      <table className="w-full min-w-[40rem] text-start text-13">
        <caption className="sr-only">{messages.outline.title}</caption>
        <thead>
          <tr className="border-b text-12 text-fg-2">
            {[
              messages.outline.node,
              messages.outline.type,
              messages.outline.state,
              messages.outline.from,
              messages.outline.to,
              messages.outline.problems,
              messages.outline.actions,
            ].map((head) => (
              <th key={head} scope="col" className="px-2 py-1 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.slice(0, shown).map(({ id, type }) => (
            <tr key={id} className="border-b align-top">
              <th scope="row" className="px-2 py-1 text-start font-medium">
                <button type="button" className="min-h-6 text-start underline" onClick={() => onOpen(id)}>
                  {title.get(id)}
                </button>
              </th>
              <td className="px-2 py-1">{nodeType(type)?.label ?? type}</td>
              <td className="px-2 py-1">{stepStatusLook[states.get(id) ?? 'idle'].label}</td>
              <td className="px-2 py-1">
                {(entering.get(id) ?? []).map(({ from }) => title.get(from.node)).join(', ') || '—'}
              </td>
              <td className="px-2 py-1">
                {(leaving.get(id) ?? [])
                  .map(({ from, to }) => `${title.get(to.node)} (${from.port})`)
                  .join(', ') || '—'}
              </td>
              <td className="px-2 py-1 text-bad-text">
                {problems
                  .filter((problem) => problem.node === id)
                  .map(({ message }) => message)
                  .join(' ')}
              </td>
              <td className="px-2 py-1 whitespace-nowrap">
                <IconButton
                  size="sm"
                  label={messages.connect.title(title.get(id) ?? id)}
                  icon={<Cable aria-hidden />}
                  disabled={!editable}
                  onClick={() => onConnect(id)}
                />
                <IconButton
                  size="sm"
                  label={messages.outline.duplicate(title.get(id) ?? id)}
                  icon={<Copy aria-hidden />}
                  disabled={!editable}
                  onClick={() => {
                    only(id);
                    acts.duplicate();
                  }}
                />
                <IconButton
                  size="sm"
                  label={messages.outline.remove(title.get(id) ?? id)}
                  icon={<Trash2 aria-hidden />}
                  disabled={!editable}
                  onClick={() => {
                    only(id);
                    acts.remove();
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {nodes.length === 0 ? <p className="px-2 py-3 text-fg-2">{messages.outline.empty}</p> : null}
      {nodes.length > shown ? (
        <Button className="mt-3" onClick={() => setShown(shown + atOnce)}>
          {messages.outline.more(Math.min(atOnce, nodes.length - shown), nodes.length)}
        </Button>
      ) : null}
    </div>
  );
}

function grouped(
  edges: readonly WorkflowEdge[],
  key: (edge: WorkflowEdge) => string,
): ReadonlyMap<string, readonly WorkflowEdge[]> {
  const groups = new Map<string, WorkflowEdge[]>();
  for (const edge of edges) groups.set(key(edge), [...(groups.get(key(edge)) ?? []), edge]);
  return groups;
}
