import type { JsonValue } from '../json-value.ts';
import { canPin, passingPort } from '../nodes/bypass.ts';
import { nodeType, outputsOf } from '../nodes/node-types.ts';
import { readConfig } from '../nodes/read-config.ts';
import { type PortRef, WORKFLOW_LIMITS, type WorkflowNode } from '../workflow.ts';
import { type ImportState, UNKNOWN } from './import-state.ts';
import { merge } from './map-flow.ts';
import { mapNode, placeholder } from './map-node.ts';
import type { N8nNode } from './n8n-file.ts';
import { makingOf } from './n8n-scope.ts';
import { type Draft, type Exit, inField, leaves, type Making, ONE, renamed, type Step } from './step.ts';

/** Adds what becomes of a node of n8n, and connects it with what leads to it. */
export function add(state: ImportState, node: N8nNode): void {
  const id = state.ids.get(node.name) as string;
  const report = state.report(node.name);
  const links = state.flow.entering.get(node.name) ?? [];
  const arriving = links.flatMap((link) => {
    const exit = state.exitOf(link);
    return exit === null ? [] : [{ link, exit }];
  });
  const isExclusive = state.flow.exclusive(links);
  const isMerge = node.kind === 'merge';
  const last = Math.max(-1, ...arriving.map(({ link }) => link.input));
  const inputs = Array.from({ length: last + 1 }, (_, input) =>
    arriving.filter(({ link }) => link.input === input).map(({ exit }) => exit),
  );
  const parallel = isMerge && !isExclusive;
  const joint = parallel
    ? null
    : joined(
        state,
        node,
        arriving.map(({ exit }) => exit),
        isExclusive,
      );
  const given = joint?.from ?? { ...(arriving[0]?.exit ?? leaves('start', ONE)), shape: UNKNOWN };
  const from = node.once ? firstOf(given) : given;
  const making = makingOf(state, { node, id, from, inputs });
  const pinned = state.file.pinned.get(node.name);
  const mapped = isMerge ? merge(making, isExclusive) : mapNode(making);
  if (mapped === null) report.notes.clear();
  const step = bypassed(state, making, mapped ?? placeholder(making, pinned?.length ?? 0));
  report.nodes = step.nodes.map((one) => one.id);
  if (step.unmapped) report.outcome = 'unmapped';
  for (const note of faultsOf(node, step)) report.notes.add(note);
  for (const one of step.nodes) state.drawing.place(one, node, extras(state, node, step, { one, pinned }));
  for (const [out, into] of step.links) state.drawing.connect(ref(out), ref(into));
  const sources = joint?.sources ?? arriving.map(({ exit }) => exit);
  const isBlank = arriving.some(({ link }) => state.always.has(link.from));
  enter(state, node, sources, isBlank ? step : guarded(state, node, given, step));
  if (node.always && givesNothing(step))
    report.notes.add(
      'n8n passed on a blank item where it had none. Here nothing, or a blank list, is passed on.',
    );
  state.exits.set(node.name, withError(state, node, step));
}

/** A step that runs once takes the first item of a list. */
function firstOf(from: Exit): Exit {
  const { shape } = from;
  return shape.kind === 'list'
    ? { ...from, shape: { kind: 'one', of: (base) => `${shape.of(base)}[0]` } }
    : from;
}

/** Whether n8n may have no item where the step is left. */
function givesNothing({ exits, nodes, unmapped }: Step): boolean {
  const isDecision = nodes.some(({ type }) => type === 'decision');
  return !unmapped && (isDecision || exits.some((exit) => exit !== null && exit.shape.kind !== 'one'));
}

const ACTS = new Set(['wait', 'respond', 'sub_workflow', 'calculator', 'loop']);

/** n8n runs nothing after a blank list: a branch in front of a step that would do something with one. */
function guarded(state: ImportState, node: N8nNode, { shape }: Exit, step: Step): Step {
  const main = step.nodes.find(({ id }) => id === step.main);
  const does = step.exits.some((exit) => exit?.shape.kind !== 'list') || ACTS.has(main?.type ?? '');
  const isEach = step.nodes.length > 1 && step.entry !== step.main;
  if (shape.kind !== 'list' || step.unmapped || isEach || !does) return step;
  const id = `${step.entry}__any`;
  const config = { take: 'first', ways: [{ name: 'any', when: `size(${shape.of('input')}) > 0` }] };
  state.drawing.place(
    { id, type: 'branch', title: `Any for ${node.name}`, config, row: 0, isBefore: true },
    node,
  );
  state.drawing.connect({ node: id, port: 'any' }, { node: step.entry, port: 'in' });
  return { ...step, entry: id };
}

/** Connects what arrives with the step; several connections meet in a Merge first. */
function enter(state: ImportState, node: N8nNode, sources: readonly PortRef[], step: Step): void {
  const entry = { node: step.entry, port: 'in' };
  const isMany = step.nodes.find(({ id }) => id === step.entry)?.type === 'merge';
  if (sources.length < 2 || isMany) {
    for (const source of sources) state.drawing.connect(source, entry);
    return;
  }
  const id = jointId(state.ids.get(node.name) as string);
  state.drawing.place(
    { id, type: 'merge', title: `Before ${node.name}`, config: { wait: 'all' }, row: 0, isBefore: true },
    node,
  );
  for (const source of sources) state.drawing.connect(source, { node: id, port: 'in' });
  state.drawing.connect({ node: id, port: 'out' }, entry);
}

/** One value of all that can arrive: values of different shape are brought to one shape before they meet. */
function joined(
  state: ImportState,
  node: N8nNode,
  given: readonly Exit[],
  isExclusive: boolean,
): { readonly from: Exit; readonly sources: readonly PortRef[] } {
  const exits = eachOnce(given);
  const [first] = exits;
  if (first === undefined) return { from: leaves('start', ONE), sources: [{ node: 'start', port: 'out' }] };
  if (exits.length === 1) return { from: first, sources: exits };
  const id = state.ids.get(node.name) as string;
  const own = node.kind === 'noOp' || node.kind === 'merge' ? id : jointId(id);
  if (!isExclusive) {
    state
      .report(node.name)
      .notes.add('n8n runs it once for each connection; here it waits for all of them and runs once.');
    return { from: leaves(own, UNKNOWN), sources: exits };
  }
  const { shape } = first;
  const form = (one: Exit) =>
    JSON.stringify([one.shape.of('\uE000'), one.shape.alias ?? null, one.shape.kind]);
  if (exits.every((one) => form(one) === form(first))) return { from: leaves(own, shape), sources: exits };
  const isList = shape.kind === 'list';
  if (exits.some((one) => one.shape.kind === 'unknown' || (one.shape.kind === 'list') !== isList))
    return { from: leaves(own, UNKNOWN), sources: exits };
  const field = isList ? 'items' : 'json';
  const sources = exits.map((exit, at) => {
    const adapter = `${id}__from${at + 1}`;
    const config = { values: [{ name: field, value: isList ? exit.shape.of('input') : itemIn(exit) }] };
    state.drawing.place(
      {
        id: adapter,
        type: 'data_collection',
        title: `For ${node.name}`,
        config,
        row: at + 1,
        isBefore: true,
      },
      node,
    );
    state.drawing.connect(exit, { node: adapter, port: 'in' });
    return { node: adapter, port: 'out' };
  });
  return { from: leaves(own, isList ? inField('list', field, own) : inField('one', field)), sources };
}

/** Several triggers leave by one port: each port once, with all other names of fields. */
function eachOnce(exits: readonly Exit[]): readonly Exit[] {
  const once = new Map<string, Exit>();
  for (const exit of exits) {
    const key = JSON.stringify([exit.node, exit.port]);
    const before = once.get(key);
    const alias = { ...before?.shape.alias, ...exit.shape.alias };
    once.set(key, Object.keys(alias).length > 0 ? { ...exit, shape: { ...exit.shape, alias } } : exit);
  }
  return [...once.values()];
}

/** The item that leaves, with its fields under n8n's names. */
function itemIn({ shape }: Exit): string {
  return renamed(shape, 'input');
}

/** A step that was disabled in n8n passes on what arrives. */
function bypassed(state: ImportState, { node, from, id }: Making, step: Step): Step {
  if (!node.disabled) return step;
  const [only] = step.nodes;
  const port = only && step.nodes.length === 1 ? passingPort(only) : null;
  if (only && port !== null) return { ...step, exits: [leaves(id, from.shape, port)] };
  const kept: Draft = {
    id,
    type: 'formatter',
    title: node.name.slice(0, 200),
    config: { template: JSON.stringify(node.parameters).slice(0, 19_000) },
    row: 0,
  };
  state.report(node.name).notes.add('It was disabled. Its settings are kept as text.');
  return { nodes: [kept], links: [], entry: id, main: id, exits: [leaves(id, from.shape)] };
}

interface Placed {
  readonly one: Draft;
  readonly pinned: readonly JsonValue[] | undefined;
}

/** What n8n keeps apart from the settings: disabled, what happens on failure, pinned data. */
function extras(
  state: ImportState,
  node: N8nNode,
  step: Step,
  { one, pinned }: Placed,
): Partial<WorkflowNode> {
  if (one.id !== step.main) return {};
  const disabled = node.disabled ? { disabled: true } : {};
  const wraps = step.nodes.length > 1;
  const continues =
    node.onError === 'continue' || (node.onError === 'error output' && (wraps || !hasError(one)));
  if (node.onError === 'error output' && continues)
    state
      .report(node.name)
      .notes.add('It had an output for errors. Here the run continues, with the error as its output.');
  const canContinue = continues && passingPort(one) !== null && !node.disabled;
  if (continues && !canContinue && !node.disabled)
    state.report(node.name).notes.add('It continued after a failure. Here the run fails.');
  return {
    ...disabled,
    ...(canContinue ? { continueOnError: true } : {}),
    ...pin(state, node, step, { one, pinned }),
  };
}

function pin(state: ImportState, node: N8nNode, step: Step, { one, pinned }: Placed): Partial<WorkflowNode> {
  if (pinned === undefined) return {};
  const output = step.nodes.length === 1 && canPin(one) ? step.pin?.(pinned) : undefined;
  if (output !== undefined && JSON.stringify(output).length <= WORKFLOW_LIMITS.pinned)
    return { pinned: { output } };
  state.report(node.name).notes.add('Its pinned data is not copied.');
  return {};
}

function withError(state: ImportState, node: N8nNode, step: Step): readonly (Exit | null)[] {
  const main = step.nodes.find(({ id }) => id === step.main);
  if (node.onError !== 'error output' || step.nodes.length > 1 || !main || !hasError(main)) {
    const last = Math.max(-1, ...(state.flow.leaving.get(node.name) ?? []).map(({ output }) => output));
    // a placeholder leaves by its one output, whichever n8n used
    return step.unmapped
      ? Array.from({ length: Math.max(1, last + 1) }, () => step.exits[0] ?? null)
      : step.exits;
  }
  return [...step.exits, leaves(step.main, ONE, 'error')];
}

/** Settings that n8n had left blank, or whose limits are narrower here. */
function faultsOf(node: N8nNode, step: Step): readonly string[] {
  if (node.disabled || step.unmapped) return [];
  return step.nodes.flatMap(({ type, config }) => {
    const known = nodeType(type);
    const problems = known ? readConfig(known, config).problems : [];
    // chosen by hand, or rewritten: a note says so
    return problems
      .filter(({ path, message }) => !/\.(database|workflow)$/.test(path) && !message.includes('n8n'))
      .map(({ path, message }) => `Fix ${path.replace(/^config\./, '')}: ${message}`);
  });
}

function ref(text: string): PortRef {
  const [node = '', port = ''] = text.split('.');
  return { node, port };
}

function jointId(id: string): string {
  return `${id}__before`;
}

function hasError(node: Draft): boolean {
  return outputsOf(node).some(({ name }) => name === 'error');
}
