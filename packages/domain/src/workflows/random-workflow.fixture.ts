import fc from 'fast-check';
import type { JsonObject } from './json-value.ts';
import { flow } from './sample-workflow.fixture.ts';
import type { Workflow } from './workflow.ts';

/** A sound piece of a workflow, of which any may stand where another stands. */
type Block =
  | { readonly kind: 'step'; readonly type: string }
  | { readonly kind: 'row'; readonly blocks: readonly Block[] }
  | { readonly kind: 'side-by-side'; readonly wait: 'all' | 'any'; readonly blocks: readonly Block[] }
  | { readonly kind: 'either'; readonly yes: boolean; readonly blocks: readonly [Block, Block] }
  | { readonly kind: 'loop'; readonly turns: number; readonly atOnce: number; readonly block: Block };

const STEPS: Readonly<Record<string, readonly [type: string, config: JsonObject, out: string]>> = {
  calculator: ['calculator', { formula: '1 + 1' }, 'out'],
  formatter: ['formatter', { template: 'x' }, 'out'],
  read: ['explain_pay', { calculation: '"c"', payee: '"p"', retries: 1 }, 'out'],
  pay: ['payment', { application: 'a', payee: '"p"', amount: '"1"', currency: 'USD', retries: 1 }, 'out'],
  wait: ['wait', { seconds: 60 }, 'out'],
  signal: ['wait', { mode: 'signal', signal: 'go' }, 'out'],
  ask: ['review_task', {}, 'out'],
  approve: ['approval', {}, 'approved'],
};

const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant('step' as const), type: fc.constantFrom(...Object.keys(STEPS)) }),
    fc.record({
      kind: fc.constant('row' as const),
      blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('side-by-side' as const),
      wait: fc.constantFrom('all' as const, 'any' as const),
      blocks: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('either' as const),
      yes: fc.boolean(),
      blocks: fc.tuple(tie('block'), tie('block')),
    }),
    fc.record({
      kind: fc.constant('loop' as const),
      turns: fc.nat(3),
      atOnce: fc.integer({ min: 1, max: 3 }),
      block: tie('block'),
    }),
  ),
}));

/** Any workflow of steps in rows, side by side, in decisions and in loops, with its errors caught or not, and payments undone or not. */
export const randomWorkflow: fc.Arbitrary<Workflow> = fc
  .tuple(block, fc.boolean(), fc.boolean())
  .map(([body, catching, undoing]) => {
    const drawn = new Drawing(catching).draw(body);
    return undoing ? withUndoSteps(drawn) : drawn;
  });

/** Every payment gets an undo step, which may fail. */
function withUndoSteps(workflow: Workflow): Workflow {
  const nodes = workflow.nodes.flatMap((node) => {
    if (node.type !== 'payment') return [node];
    const undo = { ...node, id: `${node.id}-undo`, title: 'Undo' };
    return [{ ...node, undoWith: undo.id }, undo];
  });
  return { ...workflow, nodes };
}

class Drawing {
  readonly #nodes: Record<string, readonly [string, JsonObject]> = { start: ['start', {}], end: ['end', {}] };
  readonly #links: string[] = [];
  readonly #catching: boolean;
  #inLoop = 0;

  constructor(catching: boolean) {
    this.#catching = catching;
  }

  draw(body: Block): Workflow {
    this.#link(this.#block(body, 'start.out'), 'end.in');
    return flow(this.#nodes, this.#links);
  }

  #block(drawn: Block, from: string): string {
    switch (drawn.kind) {
      case 'step':
        return this.#step(drawn.type, from);
      case 'row':
        return drawn.blocks.reduce((before, one) => this.#block(one, before), from);
      case 'side-by-side':
        return this.#merged(
          drawn.wait,
          drawn.blocks.map((one) => this.#block(one, from)),
        );
      case 'either': {
        const decision = this.#node('decision', { condition: String(drawn.yes) }, from);
        const [yes, no] = drawn.blocks;
        return this.#merged('all', [this.#block(yes, `${decision}.yes`), this.#block(no, `${decision}.no`)]);
      }
      case 'loop': {
        const over = JSON.stringify(Array(drawn.turns).fill(0));
        const loop = this.#node('loop', { over, atOnce: drawn.atOnce }, from);
        this.#inLoop += 1;
        this.#link(this.#block(drawn.block, `${loop}.each`), `${loop}.next`);
        this.#inLoop -= 1;
        return `${loop}.done`;
      }
    }
  }

  #step(kind: string, from: string): string {
    const [type, config, out] = STEPS[kind] as (typeof STEPS)[string];
    const id = this.#node(type, config, from);
    const fails = type === 'explain_pay' || type === 'payment';
    if (fails && this.#catching && this.#inLoop === 0) this.#link(`${id}.error`, 'end.in');
    return `${id}.${out}`;
  }

  #merged(wait: string, ends: readonly string[]): string {
    const id = this.#node('merge', { wait });
    for (const end of ends) this.#link(end, `${id}.in`);
    return `${id}.out`;
  }

  #node(type: string, config: JsonObject, from?: string): string {
    const id = `n${Object.keys(this.#nodes).length}`;
    this.#nodes[id] = [type, config];
    if (from !== undefined) this.#link(from, `${id}.in`);
    return id;
  }

  #link(from: string, to: string): void {
    this.#links.push(`${from} > ${to}`);
  }
}
