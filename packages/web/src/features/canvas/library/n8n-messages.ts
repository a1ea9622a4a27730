import { counted } from '../../../base/format-number.ts';

/** Texts of the report about an imported n8n workflow. */
export const messages = {
  title: 'Imported from n8n',
  counts: (nodes: number, mapped: number) => `${mapped} of ${counted(nodes, 'node')} are mapped as they are.`,
  changed: (count: number) => `${counted(count, 'node')} to check`,
  unmapped: (count: number) => `${counted(count, 'node')} to replace`,
  expressions: (done: number, all: number) => `${done} of ${counted(all, 'expression')} translated`,
  notes: (count: number) => `${counted(count, 'note')} kept`,
  blocks:
    'Nodes to replace and expressions to rewrite keep their content. You can publish when they are done.',
  outcome: { mapped: 'Mapped', changed: 'Check', unmapped: 'Replace' },
  general: 'About the workflow',
  connections: 'Connections to create',
  connectionsHint: 'Credentials and secrets are never imported.',
  triggers: 'Triggers',
  createTriggers: 'Create its triggers, turned off',
  createTriggersHint: 'Turn them on after you publish the workflow.',
  mayNotCreate: 'Someone who can publish workflows can add them.',
  schedule: (cron: string, zone: string) => `Schedule ${cron}, ${zone}`,
  webhook: (method: string, scheme: string) =>
    `Webhook, ${method === 'any' ? 'GET or POST' : method}, sender: ${scheme}`,
  nodes: 'Nodes to check or replace',
  mappedNodes: (count: number) => `Mapped as they are: ${count}`,
};
