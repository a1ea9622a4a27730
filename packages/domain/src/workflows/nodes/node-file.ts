import { ok, type Problem, type Result, rejected } from '../../base/result.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../json-value.ts';
import { nodeType } from './node-types.ts';
import { readConfig } from './read-config.ts';

/** A node's configuration on its way between workspaces. */
export interface FiledNode {
  readonly type: string;
  readonly title: string;
  readonly config: JsonObject;
}

/** A node of a file, with everything that keeps it from running. */
export interface ReadNode extends FiledNode {
  readonly problems: readonly Problem[];
}

const FORMAT = 'attain-nodes/1';
const MAX_LETTERS = 1_000_000;
const MAX_NODES = 200;
const MAX_TITLE = 120;

/** The text of a file that holds these nodes (WF-34). */
export function writeNodeFile(nodes: readonly FiledNode[]): string {
  return `${JSON.stringify({ format: FORMAT, nodes }, null, 2)}\n`;
}

/**
 * Reads such a file (WF-34): each node with what is wrong with it. Reading executes nothing. A file that is none is refused with
 * the reason.
 */
export function readNodeFile(text: string): Result<readonly ReadNode[]> {
  if (text.length > MAX_LETTERS) return no(`The file has more than ${MAX_LETTERS} characters.`);
  const file = parsed(text);
  if (file === undefined) return no('The file is not JSON.');
  const nodes = ownField(file, 'nodes');
  if (ownField(file, 'format') !== FORMAT || !Array.isArray(nodes))
    return no(`The file has no exported nodes: it has no "format": "${FORMAT}" with a list of nodes.`);
  if (nodes.length === 0 || nodes.length > MAX_NODES)
    return no(`The file has ${nodes.length} nodes; it must have 1 to ${MAX_NODES}.`);
  return ok(nodes.map((one: JsonValue) => readNode(one)));
}

function readNode(given: JsonValue): ReadNode {
  const name = ownField(given, 'type');
  const title = ownField(given, 'title');
  const config = ownField(given, 'config');
  const node = {
    type: typeof name === 'string' ? name.slice(0, MAX_TITLE) : '',
    title: typeof title === 'string' ? title.slice(0, MAX_TITLE) : '',
    config: isObject(config) ? config : {},
  };
  const type = nodeType(node.type);
  if (type === undefined) {
    const message = node.type === '' ? 'The node has no type.' : `There is no type “${node.type}”.`;
    return { ...node, problems: [{ rule: 'WF-4', path: 'type', message }] };
  }
  return { ...node, problems: readConfig(type, node.config).problems };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function no(message: string): Result<never> {
  return rejected([{ rule: 'WF-34', path: '', message }]);
}
