import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { beginningOf, checkWorkflow } from './check-workflow.ts';
import type { Expression } from './expressions/expression.ts';
import { parseExpression } from './expressions/parse-expression.ts';
import { parseTemplate, type Template } from './expressions/parse-template.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { passingPort, pinnedPort } from './nodes/bypass.ts';
import type { NodeType } from './nodes/node-type.ts';
import { nodeType } from './nodes/node-types.ts';
import { readConfig } from './nodes/read-config.ts';
import { undoSteps } from './undo-steps.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';
import { goesBack, graphOf, loopsOf } from './workflow-graph.ts';

/** What is wrong with a value by a data contract; empty if it fits. */
export type ContractCheck = (value: JsonValue) => readonly Problem[];

/** A node as runs use it: its type, its configuration with defaults, and how it is connected. */
export interface PreparedNode {
  readonly node: WorkflowNode;
  readonly type: NodeType;
  readonly config: JsonObject;
  readonly leaving: readonly WorkflowEdge[];
  /** How many connections lead forward into it. */
  readonly entering: number;
  /** The innermost loop it lies in, or null. */
  readonly loop: string | null;
  /** Of a loop: how many nodes lie directly in it. */
  readonly inside: number;
  /** What it returns without being run: pinned data, or what came in; null: it runs. */
  readonly bypass: Bypass | null;
  /** The output by which it goes on after it failed, if its error port leads nowhere; null: the run fails. */
  readonly continues: string | null;
  /** Checks the value it hands on; null without a contract. */
  readonly check: ContractCheck | null;
}

/** Leaves by `port` without running the step; without an output, what came in. */
export interface Bypass {
  readonly port: string;
  readonly output?: JsonValue;
}

/** A workflow that may run; made once for a version and shared by all its runs. It never changes what it says. */
export interface PreparedWorkflow {
  readonly workflow: Workflow;
  readonly beginning: string;
  readonly nodes: ReadonlyMap<string, PreparedNode>;
  readonly back: ReadonlySet<WorkflowEdge>;
  /** Undo steps, each with the step that it undoes. */
  readonly undoes: ReadonlyMap<string, string>;
  readonly expression: (text: string) => Expression;
  readonly template: (text: string) => Template;
  /** Whether pinned data counts: only in runs of drafts (WF-89). */
  readonly isDraft: boolean;
}

/**
 * The workflow made ready to run, or every reason why it cannot (`checkWorkflow`). `checks` knows the contracts its nodes
 * name; without it values are not checked. In a draft, pinned data counts.
 */
export function prepareWorkflow(
  workflow: Workflow,
  checks: (contract: string) => ContractCheck | null = () => null,
  isDraft = false,
): Result<PreparedWorkflow> {
  const problems = checkWorkflow(workflow);
  const beginning = beginningOf(workflow);
  if (problems.length > 0 || beginning === null) return rejected(problems);
  const graph = graphOf(workflow);
  const loopOf = new Map<string, string>();
  const inside = new Map<string, number>();
  for (const [loop, body] of loopsOf(graph)) {
    const direct = [...body].filter((id) => !loopOf.has(id));
    for (const id of direct) loopOf.set(id, loop);
    inside.set(loop, direct.length);
  }
  const back = new Set(workflow.edges.filter(({ to }) => goesBack(graph, to)));
  const prepared = workflow.nodes.map((node): [string, PreparedNode] => {
    const type = nodeType(node.type) as NodeType;
    const contract = contractOf(node);
    return [
      node.id,
      {
        node,
        type,
        config: readConfig(type, node.config).config,
        leaving: graph.leaving.get(node.id) ?? [],
        entering: (graph.entering.get(node.id) ?? []).filter((edge) => !back.has(edge)).length,
        loop: loopOf.get(node.id) ?? null,
        inside: inside.get(node.id) ?? 0,
        bypass: bypassOf(node, isDraft),
        continues: node.continueOnError ? passingPort(node) : null,
        check: contract === null ? null : checks(contract),
      },
    ];
  });
  return ok({
    workflow,
    beginning: beginning.id,
    nodes: new Map(prepared),
    back,
    undoes: undoSteps(workflow),
    expression: kept((text) => must(parseExpression(text))),
    template: kept((text) => must(parseTemplate(text))),
    isDraft,
  });
}

function bypassOf(node: WorkflowNode, isDraft: boolean): Bypass | null {
  const { pinned } = node;
  if (isDraft && pinned !== undefined) return { port: pinnedPort(node, pinned), output: pinned.output };
  const port = node.disabled ? passingPort(node) : null;
  return port === null ? null : { port };
}

/** The data contract a node names; null if it names none. */
export function contractOf({ config }: WorkflowNode): string | null {
  return typeof config.contract === 'string' && config.contract !== '' ? config.contract : null;
}

/** Why a value breaks the contract of a node, in one text; null if it does not (DC-11). */
export function brokenContract({ node, check }: PreparedNode, value: JsonValue): string | null {
  const problems = check?.(value) ?? [];
  if (problems.length === 0) return null;
  return `The value does not fit ${contractOf(node)}: ${problems.map(({ message }) => message).join(' ')}`;
}

/** The node of that id; a workflow that was checked has every node its connections name. */
export function preparedNode(prepared: PreparedWorkflow, id: string): PreparedNode {
  const found = prepared.nodes.get(id);
  if (found === undefined) throw new RangeError(`The workflow has no node ${id}.`);
  return found;
}

function kept<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const fresh = make(text);
    made.set(text, fresh);
    return fresh;
  };
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new RangeError('A checked workflow has an expression that does not parse.');
  return result.value;
}
