import { roleNames } from '../../access/role-names.ts';
import { isRole } from '../publish-problems.ts';
import type { WorkflowNode } from '../workflow.ts';
import { NODE_TYPES, nodeType } from './node-types.ts';

/** A step that hands values of the run to people or other systems, and the recipients its settings name. */
export interface Delivery {
  readonly node: string;
  readonly title: string;
  /** `message` and `system` leave the workspace, except a notification. */
  readonly kind: 'task' | 'notice' | 'message' | 'system';
  /** User names, roles, addresses, a connection or a URL, as the workflow has them. */
  readonly to: string;
}

/** The setting that names the recipient of each type that sends. */
const recipientField: Readonly<Record<string, readonly [Delivery['kind'], string]>> = {
  notification: ['notice', 'to'],
  email: ['message', 'to'],
  sms: ['message', 'to'],
  chat: ['message', 'channel'],
  crm: ['system', 'application'],
  ticket: ['system', 'application'],
  document: ['system', 'application'],
  storage: ['system', 'application'],
  payment: ['system', 'application'],
  api_call: ['system', 'url'],
  database_write: ['system', 'database'],
  llm: ['system', 'provider'],
};

/** How a recipient is shown where it is not shown as the workflow has it. */
const shownOf: Readonly<Record<string, (to: string) => string>> = {
  api_call: siteIn,
  notification: peopleOf,
};

/** The types of node that may deliver something. */
export const deliveringTypes: readonly string[] = [
  ...Object.keys(recipientField),
  ...NODE_TYPES.filter(({ working }) => working === 'task').map(({ type }) => type),
];

/** Where steps can deliver values to, in their order (WF-61). Reading does not count, nor does what stays in Attain's own tables. */
export function deliveriesOf(nodes: readonly Omit<WorkflowNode, 'position'>[]): readonly Delivery[] {
  return nodes.flatMap(({ id, type, title, config, disabled }) => {
    const found = nodeType(type);
    if (found === undefined || disabled) return [];
    const shown = { node: id, title: title === '' ? found.label : title };
    const text = (field: string) => (typeof config[field] === 'string' ? config[field] : '');
    if (found.working === 'task') {
      const to = text('assignee') || peopleOf(text('queue'));
      return [{ ...shown, kind: 'task' as const, to }];
    }
    const field = recipientField[type];
    const reads = type === 'storage' ? config.action !== 'write' : config.action === 'read';
    if (field === undefined || config.method === 'GET' || reads) return [];
    const to = text(field[1]);
    if ((type === 'database_write' && to === 'attain') || (type === 'llm' && isBuiltIn(to))) return [];
    return [{ ...shown, kind: field[0], to: shownOf[type]?.(to) ?? to }];
  });
}

/** The built-in analyst, or the workspace's own model, which no author chooses. */
function isBuiltIn(provider: string): boolean {
  return provider === '' || provider === 'offline';
}

/** Scheme, host and port of an address, without what may be secret behind them; an address that is not fixed stays as it is. */
function siteIn(url: string): string {
  return /^https?:\/\/[^/?#{@]+(?=[/?#]|$)/i.exec(url)?.[0] ?? url;
}

/** User names and roles, roles by their names on screen. */
function peopleOf(list: string): string {
  const names = list.split(',').map((one) => one.trim());
  return names.map((one) => (isRole(one) ? roleNames[one] : one)).join(', ');
}
