import { known } from './attain-code.ts';
import { database, emailSend, httpRequest, prompt } from './map-calls.ts';
import {
  aggregate,
  dateTime,
  filter,
  itemLists,
  limit,
  removeDuplicates,
  renameKeys,
  set,
  sort,
  splitOut,
  summarize,
} from './map-data.ts';
import { executeWorkflow, ifStep, loop, noOp, respond, stopAndError, switchStep, wait } from './map-flow.ts';
import { itself, type Making, ONE, type Shape, type Step, single } from './step.ts';

/** What becomes of a type of n8n; null where its settings have no equal. Merge has its own place, since several steps arrive. */
const KINDS: Readonly<Record<string, (making: Making) => Step | null>> = {
  httpRequest,
  if: ifStep,
  switch: switchStep,
  set,
  splitInBatches: loop,
  noOp,
  wait,
  respondToWebhook: respond,
  executeWorkflow,
  filter,
  sort,
  limit,
  removeDuplicates,
  aggregate,
  splitOut,
  summarize,
  itemLists,
  renameKeys,
  dateTime,
  postgres: database,
  mySql: database,
  emailSend,
  stopAndError,
  '@n8n/n8n-nodes-langchain.chainLlm': prompt,
  '@n8n/n8n-nodes-langchain.openAi': prompt,
};

/** Why a type that many workflows use has no equal. */
const REASONS: Readonly<Record<string, string>> = {
  code: 'Attain runs no code in a workflow. Write it as expressions in Data Collection, or let a service do it.',
  function:
    'Attain runs no code in a workflow. Write it as expressions in Data Collection, or let a service do it.',
  functionItem:
    'Attain runs no code in a workflow. Write it as expressions in Data Collection, or let a service do it.',
  executeCommand: 'Attain runs no commands on its server.',
  merge: 'Inputs can’t be joined in this way. Use Merge and Data Collection.',
};

export function mapNode(making: Making): Step | null {
  return known(KINDS, making.node.kind)?.(making) ?? null;
}

/** A step without an equal: it keeps name, type and settings, and can’t be published before it is replaced. */
export function placeholder(making: Making, pinned: number): Step {
  const { node, note } = making;
  note(known(REASONS, node.kind) ?? 'Attain has no step for it. Replace it, for example by an API Call.');
  const shown = JSON.stringify(node.parameters, null, 2);
  const template = `{{ $n8n ${node.type.replaceAll('}', '').slice(0, 200)} }}\n${shown}`.slice(0, 19_000);
  const shape: Shape = pinned > 1 ? { kind: 'list', of: itself, rows: making.id } : ONE;
  return single(making, 'formatter', { template }, shape, {
    unmapped: true,
    pin: (items) => (items.length === 1 ? (items[0] ?? null) : items),
  });
}
