import { roleNames } from '../../access/role-names.ts';
import { isRole } from '../publish-problems.ts';
import type { Workflow } from '../workflow.ts';
import { nodeType } from './node-types.ts';

/** A step that hands values of the run to people or other systems, and the recipients its settings name. */
export interface Delivery {
  readonly node: string;
  readonly title: string;
  readonly kind: 'task' | 'message' | 'system';
  /** User names, roles, addresses, a connection or a URL, as the workflow has them. */
  readonly to: string;
}

/** The setting that names the recipient of each type that sends. */
const recipientField: Readonly<Record<string, readonly [Delivery['kind'], string]>> = {
  notification: ['message', 'to'],
  email: ['message', 'to'],
  sms: ['message', 'to'],
  chat: ['message', 'channel'],
  crm: ['system', 'application'],
  ticket: ['system', 'application'],
  document: ['system', 'application'],
  payment: ['system', 'application'],
  api_call: ['system', 'url'],
};

/** Where a run of this workflow can deliver values to, in the order of its nodes (WF-61). Reading does not count. */
export function deliveriesOf(workflow: Workflow): readonly Delivery[] {
  return workflow.nodes.flatMap(({ id, type, title, config }) => {
    const found = nodeType(type);
    if (found === undefined) return [];
    const shown = { node: id, title: title === '' ? found.label : title };
    const text = (field: string) => (typeof config[field] === 'string' ? config[field] : '');
    if (found.working === 'task') {
      const queue = text('queue');
      const to = text('assignee') || (isRole(queue) ? roleNames[queue] : queue);
      return [{ ...shown, kind: 'task' as const, to }];
    }
    const field = recipientField[type];
    if (field === undefined || config.method === 'GET' || config.action === 'read') return [];
    return [{ ...shown, kind: field[0], to: text(field[1]) }];
  });
}
