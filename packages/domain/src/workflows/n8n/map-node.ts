import { isObject, type JsonValue, ownField } from '../json-value.ts';
import { known } from './attain-code.ts';
import { database, emailSend, httpRequest, prompt } from './map-calls.ts';
import { codeStep } from './map-code.ts';
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
import type { N8nNode } from './n8n-file.ts';
import { deepField } from './settings.ts';
import { itself, type Making, ONE, type Shape, type Step, single } from './step.ts';

/** What becomes of a type of n8n; null where its settings have no equivalent. Merge has its own place, since several steps arrive. */
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
  code: codeStep,
  function: codeStep,
  functionItem: codeStep,
  '@n8n/n8n-nodes-langchain.chainLlm': prompt,
  '@n8n/n8n-nodes-langchain.openAi': prompt,
};

/** Why a type that many workflows use has no equivalent. */
const REASONS: Readonly<Record<string, string>> = {
  code: 'Only JavaScript runs in a Code step, at most 20,000 characters. Write it in JavaScript, or split it.',
  executeCommand: 'Attain runs no commands on its server.',
  mySql: 'Write its statement in Database Read or Database Write.',
  merge: 'Inputs can’t be joined in this way. Use Merge and Data Collection.',
};

export function mapNode(making: Making): Step | null {
  const made = known(KINDS, making.node.kind)?.(making) ?? null;
  const left = made === null ? [] : leftOut(making.node);
  if (left.length > 0) making.note(`Not copied: ${left.join(', ').slice(0, 200)}.`);
  return made;
}

/** Options that a mapping reads, or that change nothing here. */
const READ: Readonly<Record<string, readonly string[]>> = {
  httpRequest: ['timeout', 'response', 'fullResponse', 'pagination', 'proxy'],
  if: ['ignoreCase'],
  filter: ['ignoreCase'],
  switch: ['fallbackOutput', 'allMatchingOutputs', 'renameFallbackOutput', 'ignoreCase'],
  splitInBatches: ['reset'],
  set: ['dotNotation'],
  respondToWebhook: ['responseCode', 'responseHeaders'],
  executeWorkflow: ['waitForSubWorkflow'],
  splitOut: ['destinationFieldName'],
  itemLists: ['destinationFieldName'],
  dateTime: ['includeInputFields'],
  postgres: ['queryReplacement'],
  mySql: ['queryReplacement'],
  emailSend: ['ccEmail', 'bccEmail', 'replyTo', 'attachments', 'appendAttribution'],
};
/** Settings outside of the options that change what is sent. */
const OTHER: Readonly<Record<string, readonly string[]>> = {
  httpRequest: ['allowUnauthorizedCerts', 'rawContentType', 'provideSslCertificates'],
};
const ANSWER = ['responseFormat', 'fullResponse'];

/** What is set and has no equivalent, so that nothing is dropped without a line. */
function leftOut({ kind, parameters }: N8nNode): readonly string[] {
  const read = known(READ, kind) ?? [];
  const set = (of: JsonValue | undefined, but: readonly string[]) =>
    isObject(of) ? Object.keys(of).filter((key) => !but.includes(key) && isSet(ownField(of, key))) : [];
  const found = [
    ...set(parameters.options, read),
    ...set(parameters.additionalFields, [...read, 'queryParams']),
    ...set(deepField(parameters, 'options', 'response', 'response'), ANSWER),
    ...(known(OTHER, kind) ?? []).filter((key) => isSet(parameters[key])),
  ];
  if (
    kind === 'httpRequest' &&
    parameters.sendBody === true &&
    !['POST', 'PUT', 'PATCH'].includes(String(parameters.method))
  )
    found.push('body');
  return [...new Set(found)];
}

function isSet(value: JsonValue | undefined): boolean {
  if (isObject(value)) return Object.values(value).some(isSet);
  if (Array.isArray(value)) return value.some((one: JsonValue) => isSet(one));
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** A step without an equivalent: it keeps name, type and settings, and can’t be published before it is replaced. */
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
