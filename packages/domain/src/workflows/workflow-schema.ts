import type { Shape } from '../base/json-shape.ts';
import { NAME_PATTERN } from './nodes/fields.ts';
import { WORKFLOW_LIMITS } from './workflow.ts';

/** How nodes, connections and notes are named. */
const id: Shape = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
  description: 'Use up to 64 letters, digits, - or _.',
};
const port: Shape = { type: 'string', pattern: NAME_PATTERN, description: 'Use the name of a port.' };
const place: Shape = {
  type: 'number',
  minimum: 0,
  maximum: WORKFLOW_LIMITS.position,
  description: 'Use pixels from the top left.',
};

const position: Shape = {
  type: 'object',
  properties: { x: place, y: place },
  required: ['x', 'y'],
  additionalProperties: false,
};

const end: Shape = {
  type: 'object',
  properties: { node: id, port },
  required: ['node', 'port'],
  additionalProperties: false,
};

const anyValue: Shape = { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] };

const node: Shape = {
  type: 'object',
  properties: {
    id,
    type: { type: 'string', minLength: 1, maxLength: 40, description: 'Use the name of a node type.' },
    title: { type: 'string', maxLength: WORKFLOW_LIMITS.titleLength, default: '' },
    position,
    config: { type: 'object', default: {} },
    disabled: { type: 'boolean' },
    continueOnError: { type: 'boolean' },
    undoWith: id,
    pinned: {
      type: 'object',
      properties: { output: anyValue, port },
      required: ['output'],
      additionalProperties: false,
    },
  },
  required: ['id', 'type', 'position'],
  additionalProperties: false,
};

const edge: Shape = {
  type: 'object',
  properties: { id, from: end, to: end },
  required: ['id', 'from', 'to'],
  additionalProperties: false,
};

const variable: Shape = {
  type: 'object',
  properties: {
    name: {
      type: 'string',
      pattern: NAME_PATTERN,
      description: 'Letters, digits and _, starting with a letter.',
    },
    description: { type: 'string', maxLength: WORKFLOW_LIMITS.descriptionLength, default: '' },
    default: anyValue,
  },
  required: ['name', 'default'],
  additionalProperties: false,
};

const note: Shape = {
  type: 'object',
  properties: { id, text: { type: 'string', maxLength: WORKFLOW_LIMITS.noteLength }, position },
  required: ['id', 'text', 'position'],
  additionalProperties: false,
};

const settings: Shape = {
  type: 'object',
  properties: {
    deadlineMinutes: { type: ['integer', 'null'], minimum: 1, maximum: 527_040, default: null },
    errorWorkflow: { type: 'string', maxLength: 200 },
    notifyOnFailure: { type: 'string', maxLength: 500 },
    mailOnFailure: { type: 'string', maxLength: 500 },
  },
  additionalProperties: false,
};

/** The published JSON Schema of a workflow document, version 1 (WF-1). */
export const workflowSchema: Shape = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:attain:schema:workflow:1',
  title: 'Workflow',
  type: 'object',
  properties: {
    $schema: { type: 'string', maxLength: 200 },
    name: { type: 'string', minLength: 1, maxLength: WORKFLOW_LIMITS.nameLength },
    description: { type: 'string', maxLength: WORKFLOW_LIMITS.descriptionLength, default: '' },
    nodes: { type: 'array', items: node, maxItems: WORKFLOW_LIMITS.nodes },
    edges: { type: 'array', items: edge, maxItems: WORKFLOW_LIMITS.edges },
    variables: { type: 'array', items: variable, maxItems: WORKFLOW_LIMITS.variables, default: [] },
    notes: { type: 'array', items: note, maxItems: WORKFLOW_LIMITS.notes, default: [] },
    settings: { ...settings, default: { deadlineMinutes: null } },
  },
  required: ['name', 'nodes', 'edges'],
  additionalProperties: false,
};
