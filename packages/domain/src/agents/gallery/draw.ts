import { tidyNodes } from '../../workflows/canvas/arrange.ts';
import { applyChange } from '../../workflows/canvas/change.ts';
import type { JsonObject } from '../../workflows/json-value.ts';
import { EMPTY_WORKFLOW, type PortRef, type Workflow } from '../../workflows/workflow.ts';

/** A step in few words: its type, what people read on it, and its configuration. */
export type Step = readonly [type: string, title: string, config?: JsonObject];

/** A workflow in few words: steps by id, and links such as `pay.out > check`; an input is `in` unless it is named. */
export interface Sketch {
  readonly name: string;
  readonly description: string;
  readonly steps: Readonly<Record<string, Step>>;
  readonly links: readonly string[];
}

/** The document of a sketch, tidily laid out. */
export function drawn({ name, description, steps, links }: Sketch): Workflow {
  const workflow: Workflow = {
    ...EMPTY_WORKFLOW,
    name,
    description,
    nodes: Object.entries(steps).map(([id, [type, title, config = {}]], at) => ({
      id,
      type,
      title,
      config,
      position: { x: at * 200, y: 0 },
    })),
    edges: links.map((link, at) => {
      const [from = '', to = ''] = link.split(' > ');
      return { id: `link-${at + 1}`, from: portOf(from, 'out'), to: portOf(to, 'in') };
    }),
  };
  return tidyNodes(workflow).changes.reduce(applyChange, workflow);
}

function portOf(text: string, standard: string): PortRef {
  const [node = '', port = standard] = text.split('.');
  return { node, port };
}
