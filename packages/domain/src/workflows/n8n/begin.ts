import { quote } from './attain-code.ts';
import type { ImportState } from './import-state.ts';
import type { N8nNode } from './n8n-file.ts';
import { type ReadTrigger, readTrigger } from './n8n-triggers.ts';
import { type Exit, leaves, ONE, type Shape } from './step.ts';

/** Start, and behind it a branch when triggers lead to different steps. */
export function begin(state: ImportState): void {
  const { triggers, leaving } = state.flow;
  const [first] = triggers;
  const start: Exit = leaves('start', ONE);
  state.drawing.place(
    { id: 'start', type: 'start', title: first?.name ?? 'Start', config: {}, row: 0 },
    first ?? state.flow.order[0],
  );
  if (first === undefined) state.notes.push('The workflow has no trigger: its first steps follow Start.');
  const read = triggers.map((node) => ({ node, trigger: takeTrigger(state, node) }));
  const targets = (name: string) =>
    JSON.stringify((leaving.get(name) ?? []).map(({ to, input }) => [to, input]).sort());
  const groups = new Map<string, typeof read>();
  for (const one of read)
    groups.set(targets(one.node.name), [...(groups.get(targets(one.node.name)) ?? []), one]);
  if (groups.size < 2 || groups.size > 20) {
    if (groups.size > 20)
      state.notes.push('The workflow has too many triggers with steps of their own. Split it.');
    for (const { node, trigger } of read)
      state.exits.set(node.name, [{ ...start, shape: startShape(trigger) }]);
    return;
  }
  branchOnTrigger(state, [...groups.values()], start);
}

function takeTrigger(state: ImportState, node: N8nNode): ReadTrigger {
  const trigger = readTrigger(node, state.zone);
  const report = state.report(node.name);
  report.outcome = trigger.outcome;
  report.nodes = ['start'];
  for (const note of trigger.notes) report.notes.add(note);
  if (node.disabled) report.notes.add('It was turned off, and is not created.');
  else state.triggers.push(...trigger.triggers);
  if (node.credentials.length > 0 && trigger.outcome !== 'unmapped')
    report.notes.add('Its credentials are not part of the file.');
  return trigger;
}

function branchOnTrigger(
  state: ImportState,
  groups: readonly (readonly { node: N8nNode; trigger: ReadTrigger }[])[],
  start: Exit,
): void {
  const id = 'start__trigger';
  const byHand = groups.findIndex((group) => group.some(({ trigger }) => trigger.mark === null));
  const rest = byHand >= 0 ? byHand : groups.length - 1;
  const used = new Set<string>();
  const ways = groups.flatMap((group, at) => {
    const whens =
      at === rest
        ? []
        : group.map(({ node, trigger }) => {
            const mark = trigger.mark;
            if (mark !== null && !used.has(mark)) {
              used.add(mark);
              return mark;
            }
            state
              .report(node.name)
              .notes.add(
                `Runs can’t tell this trigger from others: its path is taken when the input has trigger “${node.name.slice(0, 60)}”.`,
              );
            return `has(input.trigger) && input.trigger == ${quote(node.name)}`;
          });
    const port = at === rest ? 'otherwise' : `trigger${at + 1}`;
    for (const { node, trigger } of group)
      state.exits.set(node.name, [{ ...leaves(id, startShape(trigger), port), base: start.base }]);
    return at === rest ? [] : [{ name: port, when: whens.map((when) => `(${when})`).join(' || ') }];
  });
  state.drawing.place(
    { id, type: 'branch', title: 'Which trigger', config: { take: 'first', ways }, row: 1 },
    groups[0]?.[0]?.node,
  );
  state.drawing.connect({ node: 'start', port: 'out' }, { node: id, port: 'in' });
  state.notes.push(
    'Its triggers lead to different steps: a branch after Start tells them apart by the input of the run.',
  );
}

function startShape({ mark }: ReadTrigger): Shape {
  return mark === 'has(input.scheduledFor)' ? { ...ONE, alias: { timestamp: 'scheduledFor' } } : ONE;
}
