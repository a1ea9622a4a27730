import { EMPTY_WORKFLOW, WORKFLOW_LIMITS, type Workflow, type WorkflowNote } from '../workflow.ts';
import { add } from './add-node.ts';
import { begin } from './begin.ts';
import { ImportState } from './import-state.ts';
import type { N8nFile, N8nNode } from './n8n-file.ts';
import { isLoop, turnOutput } from './n8n-flow.ts';
import type { N8nImport, N8nNodeReport } from './n8n-report.ts';

/** Puts the workflow together, one step of n8n after the other. */
export function assemble(file: N8nFile, timeZone: string): N8nImport {
  const state = new ImportState(file, timeZone);
  begin(state);
  for (const node of state.flow.order) if (!state.exits.has(node.name)) add(state, node);
  closeLoops(state);
  end(state);
  for (const name of state.doubts)
    state
      .report(name)
      .notes.add(
        'If it returns a list, n8n runs the next steps once for each entry; here they run once. Use a Loop then.',
      );
  const notes = canvasNotes(state);
  secrets(state);
  general(state);
  return {
    workflow: workflow(state, notes),
    triggers: state.triggers,
    nodes: state.file.nodes.flatMap((node) => reported(state, node)),
    notes: state.notes,
    connections: [...state.connections],
    stickyNotes: state.file.nodes.filter(({ kind }) => kind === 'stickyNote').length,
    expressions: state.tally,
  };
}

function workflow(state: ImportState, notes: readonly WorkflowNote[]): Workflow {
  const { name, timeoutSeconds } = state.file;
  const minutes = timeoutSeconds === null ? null : Math.min(527_040, Math.ceil(timeoutSeconds / 60));
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: state.drawing.nodes,
    edges: state.drawing.edges,
    variables: [...state.variables]
      .slice(0, WORKFLOW_LIMITS.variables)
      .map((one) => ({ name: one, description: '', default: '' })),
    notes,
    settings: { deadlineMinutes: minutes },
  };
}

function reported(state: ImportState, { name, type, kind }: N8nNode): readonly N8nNodeReport[] {
  if (kind === 'stickyNote') return [];
  const { outcome, nodes, notes } = state.report(name);
  return [
    {
      name,
      type,
      nodes,
      notes: [...notes],
      outcome: outcome === 'mapped' && notes.size > 0 ? 'changed' : outcome,
    },
  ];
}

/** Connects what leads back into loops. */
function closeLoops(state: ImportState): void {
  for (const link of state.flow.back) {
    const exit = state.exitOf(link);
    const loop = state.ids.get(link.to) as string;
    if (exit !== null) state.drawing.connect(exit, { node: loop, port: 'next' });
  }
}

/** Steps without a successor lead to End, inside of a loop to its next turn. */
function end(state: ImportState): void {
  const goesOn = new Set(state.flow.back.map(({ from }) => from));
  const closed = new Set(state.flow.back.map(({ to }) => to));
  const corner = Math.max(0, ...state.drawing.nodes.map(({ position }) => position.x));
  state.drawing.nodes.push({
    id: 'end',
    type: 'end',
    title: 'End',
    config: {},
    position: { x: corner + 260, y: state.drawing.nodes[0]?.position.y ?? 0 },
  });
  for (const node of [...state.flow.triggers, ...state.flow.order]) {
    const links = state.flow.leaving.get(node.name) ?? [];
    const isDone = isLoop(node)
      ? links.every(({ output }) => output === turnOutput(node))
      : links.length === 0 && !goesOn.has(node.name);
    if (!isDone) continue;
    const around = state.flow.loopOf.get(node.name);
    if (around !== undefined && closed.has(around)) continue;
    const to =
      around === undefined
        ? { node: 'end', port: 'in' }
        : { node: state.ids.get(around) as string, port: 'next' };
    for (const exit of state.exits.get(node.name) ?? [])
      if (exit !== null && exit.port !== 'error' && exit.base !== 'loop.item')
        state.drawing.connect(exit, to);
  }
  if (!state.drawing.edges.some(({ to }) => to.node === 'end'))
    state.drawing.connect({ node: 'start', port: 'out' }, { node: 'end', port: 'in' });
}

/** n8n’s own notes, and what has no place among the steps. */
function canvasNotes(state: ImportState): readonly WorkflowNote[] {
  const sticky = state.file.nodes.filter(
    ({ kind, parameters }) => kind === 'stickyNote' && typeof parameters.content === 'string',
  );
  const texts = sticky.map((node) => ({
    text: String(node.parameters.content),
    position: state.drawing.position(node),
  }));
  const bottom = Math.max(0, ...state.drawing.nodes.map(({ position }) => position.y)) + 200;
  const helpers = state.file.nodes.filter(({ name }) => state.file.helpers.has(name));
  const kept = [...state.flow.idle, ...helpers].map((node, at) => {
    const report = state.report(node.name);
    const serves = state.file.helpers.get(node.name);
    report.outcome = 'unmapped';
    report.notes.add(
      serves === undefined
        ? 'Nothing starts it in n8n either. Kept as a note.'
        : `It serves “${serves.slice(0, 60)}”. Kept as a note.`,
    );
    const text = `n8n: ${node.name} (${node.type})\n${JSON.stringify(node.parameters)}`;
    return { text, position: { x: (at % 5) * 220, y: bottom + Math.floor(at / 5) * 120 } };
  });
  const all = [...texts, ...kept].filter(({ text }) => text.trim() !== '');
  if (all.length > WORKFLOW_LIMITS.notes)
    state.notes.push(`Only ${WORKFLOW_LIMITS.notes} of ${all.length} notes are copied.`);
  return all.slice(0, WORKFLOW_LIMITS.notes).map((note, at) => ({
    id: `note${at + 1}`,
    ...note,
    text: note.text.slice(0, WORKFLOW_LIMITS.noteLength),
  }));
}

/** Says which secrets were left out. */
function secrets(state: ImportState): void {
  for (const { name, kind } of state.file.nodes) {
    const found = [...(state.file.secrets.get(name) ?? [])];
    if (found.length === 0) continue;
    const of = kind === 'httpRequest' ? 'HTTP' : (kind.split('.').at(-1) ?? kind);
    for (const what of found) state.connections.add(`${of}: ${what}`.slice(0, 200));
    state
      .report(name)
      .notes.add(
        `It has secrets, which are not imported: ${found.join(', ').slice(0, 200)}. Choose a credential for them.`,
      );
  }
}

function general(state: ImportState): void {
  if (state.tally.translated > 0)
    state.notes.push('A missing field is an error here; n8n leaves it blank. Ask with has(input.field).');
  const hasZone = state.file.timeZone !== null;
  if (!hasZone && state.triggers.some(({ when }) => when.kind === 'schedule'))
    state.notes.push(`The file names no time zone. Schedules use ${state.zone}.`);
  if (state.variables.size > 0)
    state.notes.push(`Set the values of its variables: ${[...state.variables].join(', ').slice(0, 300)}.`);
  if (state.file.hasErrorWorkflow)
    state.notes.push('It had an error workflow. Choose one in the settings of the workflow.');
  for (const { from, to } of state.flow.cut)
    state.notes.push(
      `A cycle was cut: “${from.slice(0, 60)}” no longer leads back to “${to.slice(0, 60)}”. Use a Loop with a condition.`,
    );
}
