import { input, output } from './fields.ts';
import type { NodeType, Port } from './node-type.ts';
import { taskConfig } from './task-config.ts';

const EXPIRED = output('object', 'expired', 'Expired');
const DECIDED: readonly Port[] = [
  output('object', 'approved', 'Approved'),
  output('object', 'rejected', 'Rejected'),
  EXPIRED,
];
const DONE: readonly Port[] = [output('object'), EXPIRED];

const task = {
  group: 'Human Intervention',
  category: 'Human Tasks',
  version: '1.0.0',
  status: 'stable',
  inputs: [input()],
  sideEffect: 'write',
  idempotency: 'key',
  working: 'task',
  reliability: null,
} as const;

/** Human nodes of the palette (CANVAS-12). */
export const HUMAN_NODES: readonly NodeType[] = [
  {
    ...task,
    type: 'manual_input',
    label: 'Manual Input',
    description: 'A person fills in a form, which becomes a record.',
    icon: 'keyboard',
    outputs: DONE,
    config: taskConfig(['form']),
  },
  {
    ...task,
    type: 'review_task',
    label: 'Review Task',
    description: 'A person reviews the input and writes notes.',
    icon: 'list-checks',
    outputs: DONE,
    config: taskConfig(),
  },
  {
    ...task,
    type: 'approval_request',
    label: 'Approval Request',
    description: 'Asks one person to approve or reject.',
    icon: 'stamp',
    outputs: DECIDED,
    config: taskConfig(['assignee']),
  },
  {
    ...task,
    type: 'escalation',
    label: 'Escalation',
    description: 'Hands the case to a person who can decide it.',
    icon: 'siren',
    outputs: DONE,
    config: taskConfig(['queue']),
  },
  {
    ...task,
    type: 'interview',
    label: 'Interview',
    description: 'A person interviews another and records the answers.',
    icon: 'messages-square',
    outputs: DONE,
    config: taskConfig(['form']),
  },
  {
    ...task,
    type: 'document_review',
    label: 'Document Review',
    description: 'A person reads a document and approves or rejects it.',
    icon: 'file-search',
    outputs: DECIDED,
    config: taskConfig(),
  },
];
