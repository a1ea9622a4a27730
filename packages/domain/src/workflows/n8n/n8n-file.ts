import { ok, type Problem, type Result, rejected } from '../../base/result.ts';
import { sizeFault } from '../document-size.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../json-value.ts';
import { WORKFLOW_LIMITS } from '../workflow.ts';
import { isN8n, workflowIn } from './is-n8n.ts';
import { withoutSecrets } from './secrets.ts';

/** One step of n8n. */
export interface N8nNode {
  readonly name: string;
  /** As n8n writes it, such as n8n-nodes-base.httpRequest. */
  readonly type: string;
  /** The type without its package. */
  readonly kind: string;
  readonly version: number;
  readonly parameters: JsonObject;
  readonly position: readonly [x: number, y: number];
  readonly disabled: boolean;
  /** What happens when it fails. */
  readonly onError: 'stop' | 'continue' | 'error output';
  readonly tries: number | null;
  readonly waitMs: number | null;
  readonly once: boolean;
  /** It returns one blank item when it has no output. */
  readonly always: boolean;
  /** Names of its credentials, by their type; their secrets are not in the file. */
  readonly credentials: readonly (readonly [type: string, name: string])[];
  readonly notes: string;
}

/** A main connection: from an output to an input, both counted from 0. */
export interface N8nLink {
  readonly from: string;
  readonly output: number;
  readonly to: string;
  readonly input: number;
}

export interface N8nFile {
  readonly name: string;
  readonly nodes: readonly N8nNode[];
  readonly links: readonly N8nLink[];
  /** Steps that serve another one without being a step of the flow, such as the model of an agent: whom each serves. */
  readonly helpers: ReadonlyMap<string, string>;
  readonly timeZone: string | null;
  readonly timeoutSeconds: number | null;
  readonly hasErrorWorkflow: boolean;
  readonly pinned: ReadonlyMap<string, readonly JsonValue[]>;
  /** Secrets that were left out, by the node that had them: what each is for. */
  readonly secrets: ReadonlyMap<string, ReadonlySet<string>>;
}

/** One node can become several; the document has its own limit. */
const MAX_NODES = 1_000;
const MAX_LINKS = WORKFLOW_LIMITS.edges / 2;
const MAX_OUTPUTS = 100;
const BASE = 'n8n-nodes-base.';

/** Reads an export of n8n (WF-110). Nothing in it runs; a file that can’t be read is rejected with the places. */
export function readN8n(json: unknown): Result<N8nFile> {
  const oversize = sizeFault(json);
  if (oversize !== null) return rejected([oversize]);
  if (Array.isArray(json) && json.length > 1)
    return fault(
      '',
      `The file has ${json.length} workflows. Export one workflow of n8n and import it alone.`,
    );
  const file = workflowIn(json);
  if (!isN8n(json))
    return fault('', 'This file is not an n8n workflow: it has no list of nodes and no connections.');
  const given = ownField(file, 'nodes') as readonly JsonValue[];
  if (given.length === 0) return fault('nodes', 'The workflow has no nodes. Export it again in n8n.');
  if (given.length > MAX_NODES)
    return fault(
      'nodes',
      `The workflow has ${given.length} nodes; at most ${MAX_NODES} can be imported. Split it in n8n.`,
    );
  const problems: Problem[] = [];
  const secrets = new Map<string, Set<string>>();
  const clean = (node: string, value: JsonValue) =>
    withoutSecrets(value, (what) => {
      secrets.set(node, (secrets.get(node) ?? new Set()).add(what.slice(0, 60)));
    });
  const nodes = given
    .flatMap((one, at) => readNode(one, `nodes[${at}]`, problems))
    .map((node) => ({ ...node, parameters: clean(node.name, node.parameters) as JsonObject }));
  duplicates(nodes, problems);
  if (problems.length > 0) return rejected(problems.slice(0, 20));
  const names = new Set(nodes.map(({ name }) => name));
  const { links, helpers } = readLinks(ownField(file, 'connections') as JsonObject, names, problems);
  if (links.length > MAX_LINKS)
    problems.push(problem('connections', `The workflow has more than ${MAX_LINKS} connections.`));
  if (problems.length > 0) return rejected(problems.slice(0, 20));
  return ok({
    ...readSettings(file),
    nodes,
    links,
    helpers,
    pinned: readPinned(ownField(file, 'pinData'), names, clean),
    secrets,
  });
}

function readSettings(file: unknown) {
  const name = ownField(file, 'name');
  const settings = ownField(file, 'settings');
  const zone = ownField(settings, 'timezone');
  const timeout = ownField(settings, 'executionTimeout');
  return {
    name:
      typeof name === 'string' && name.trim() !== ''
        ? name.trim().slice(0, WORKFLOW_LIMITS.nameLength)
        : 'n8n workflow',
    timeZone: typeof zone === 'string' && /^[A-Za-z]+\/[A-Za-z0-9_+/-]{1,60}$|^UTC$/.test(zone) ? zone : null,
    timeoutSeconds: typeof timeout === 'number' && timeout > 0 ? timeout : null,
    hasErrorWorkflow: typeof ownField(settings, 'errorWorkflow') === 'string',
  };
}

function readNode(given: JsonValue, path: string, problems: Problem[]): N8nNode[] {
  const name = ownField(given, 'name');
  const type = ownField(given, 'type');
  if (typeof name !== 'string' || name === '' || typeof type !== 'string' || type === '') {
    problems.push(problem(path, 'A node of n8n has a name and a type. Export the workflow again in n8n.'));
    return [];
  }
  const parameters = ownField(given, 'parameters');
  const version = ownField(given, 'typeVersion');
  const number = (key: string) => {
    const value = ownField(given, key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const retries = ownField(given, 'retryOnFail') === true;
  const notes = ownField(given, 'notes');
  return [
    {
      name,
      type,
      kind: type.startsWith(BASE) ? type.slice(BASE.length) : type,
      version: typeof version === 'number' ? version : 1,
      parameters: isObject(parameters) ? parameters : {},
      position: readPosition(ownField(given, 'position')),
      disabled: ownField(given, 'disabled') === true,
      onError: readOnError(given),
      tries: retries ? (number('maxTries') ?? 3) : null,
      waitMs: retries ? (number('waitBetweenTries') ?? 1_000) : null,
      once: ownField(given, 'executeOnce') === true,
      always: ownField(given, 'alwaysOutputData') === true,
      credentials: readCredentials(ownField(given, 'credentials')),
      notes: typeof notes === 'string' ? notes : '',
    },
  ];
}

function readOnError(given: JsonValue): N8nNode['onError'] {
  const said = ownField(given, 'onError');
  if (said === 'continueErrorOutput') return 'error output';
  return said === 'continueRegularOutput' || ownField(given, 'continueOnFail') === true ? 'continue' : 'stop';
}

function readPosition(given: JsonValue | undefined): readonly [number, number] {
  const [x, y] = Array.isArray(given) ? given : [0, 0];
  const kept = (one: JsonValue | undefined) => (typeof one === 'number' && Math.abs(one) < 500_000 ? one : 0);
  return [kept(x), kept(y)];
}

function readCredentials(given: JsonValue | undefined): readonly (readonly [string, string])[] {
  if (!isObject(given)) return [];
  return Object.entries(given).map(([type, one]) => {
    const name = typeof one === 'string' ? one : ownField(one, 'name');
    return [type.slice(0, 100), typeof name === 'string' ? name.slice(0, 100) : ''] as const;
  });
}

function duplicates(nodes: readonly N8nNode[], problems: Problem[]): void {
  const seen = new Set<string>();
  for (const { name } of nodes) {
    if (seen.has(name))
      problems.push(
        problem(
          'nodes',
          `Two nodes are called “${name.slice(0, 100)}”. Connections and expressions go by name; rename one in n8n.`,
        ),
      );
    seen.add(name);
  }
}

function readLinks(connections: JsonObject, names: ReadonlySet<string>, problems: Problem[]) {
  const links: N8nLink[] = [];
  const helpers = new Map<string, string>();
  const seen = new Set<string>();
  for (const [from, kinds] of Object.entries(connections)) {
    // n8n keeps connections of nodes that were removed
    if (!names.has(from) || !isObject(kinds)) continue;
    for (const [kind, outputs] of Object.entries(kinds)) {
      if (!Array.isArray(outputs)) continue;
      if (outputs.length > MAX_OUTPUTS) {
        problems.push(
          problem('connections', `“${from.slice(0, 100)}” has more than ${MAX_OUTPUTS} outputs.`),
        );
        continue;
      }
      for (const { output, to, input } of targets(outputs, names)) {
        if (kind !== 'main') helpers.set(from, to);
        else if (!seen.has(JSON.stringify([from, output, to, input])))
          links.push({ from, output, to, input });
        seen.add(JSON.stringify([from, output, to, input]));
      }
    }
  }
  return { links, helpers };
}

function targets(outputs: readonly JsonValue[], names: ReadonlySet<string>) {
  return outputs.flatMap((ends, output) =>
    (Array.isArray(ends) ? ends : []).flatMap((end: JsonValue) => {
      const to = ownField(end, 'node');
      const input = ownField(end, 'index');
      if (typeof to !== 'string' || !names.has(to)) return [];
      return [
        { output, to, input: typeof input === 'number' && input >= 0 && input < MAX_OUTPUTS ? input : 0 },
      ];
    }),
  );
}

function readPinned(
  given: JsonValue | undefined,
  names: ReadonlySet<string>,
  clean: (node: string, value: JsonValue) => JsonValue,
): ReadonlyMap<string, readonly JsonValue[]> {
  const pinned = new Map<string, readonly JsonValue[]>();
  for (const [name, items] of isObject(given) ? Object.entries(given) : []) {
    if (!names.has(name) || !Array.isArray(items) || items.length === 0) continue;
    pinned.set(
      name,
      items.map((one: JsonValue) => clean(name, ownField(one, 'json') ?? one)),
    );
  }
  return pinned;
}

function problem(path: string, message: string): Problem {
  return { rule: 'WF-110', path, message };
}

function fault(path: string, message: string): Result<never> {
  return rejected([problem(path, message)]);
}
