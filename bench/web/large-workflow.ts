import {
  EMPTY_WORKFLOW,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../packages/domain/src/workflows/workflow.ts';

/** From one node to the next to the right, and from one row to the next, in px: multiples of the grid. */
const PITCH = { x: 200, y: 100 } as const;
/** Diamonds of five nodes in one row of the drawing, and how many of them there are in all. */
const IN_A_ROW = 10;
const DIAMONDS = 299;
/** So many of them have three parallel branches and seven connections; the others two branches and six connections. */
const OF_THREE_BRANCHES = 202;

/** A workflow of 1,500 nodes and 2,000 connections that could run: a chain of parallel branches that come together again. */
export function largeWorkflow(): Workflow {
  const nodes: WorkflowNode[] = [];
  const edges: WorkflowEdge[] = [];
  const add = (type: string, at: readonly [column: number, row: number]) => {
    const id = `n${nodes.length}`;
    const config: WorkflowNode['config'] = type === 'formatter' ? { template: 'Step {{ input }}' } : {};
    const position = { x: at[0] * PITCH.x, y: at[1] * PITCH.y };
    nodes.push({ id, type, title: `Step ${nodes.length}`, position, config });
    return id;
  };
  const link = (from: string, to: string) => {
    edges.push({ id: `e${edges.length}`, from: { node: from, port: 'out' }, to: { node: to, port: 'in' } });
  };
  let last = add('start', [0, 0]);
  for (let at = 0; at < DIAMONDS; at += 1) {
    const column = 1 + (at % IN_A_ROW) * 4;
    const row = Math.floor(at / IN_A_ROW) * 4;
    const begin = add('formatter', [column, row + 1]);
    const branches = [0, 1, 2].map((branch) => add('formatter', [column + 1, row + branch]));
    const merge = add('merge', [column + 2, row + 1]);
    const [first = '', second = '', third = ''] = branches;
    link(last, begin);
    link(begin, first);
    link(begin, second);
    link(first, merge);
    if (at < OF_THREE_BRANCHES) {
      link(begin, third);
      link(second, merge);
    } else link(second, third);
    link(third, merge);
    last = merge;
  }
  const row = Math.ceil(DIAMONDS / IN_A_ROW) * 4;
  for (const [column, type] of ['formatter', 'formatter', 'formatter', 'end'].entries()) {
    const next = add(type, [column, row]);
    link(last, next);
    last = next;
  }
  return { ...EMPTY_WORKFLOW, name: 'A large workflow', nodes, edges };
}
