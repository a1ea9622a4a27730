import { readShape, type Shape } from '../base/json-shape.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { type Agent, agentTypes, NEW_AGENT, parameterTypes, riskLevels } from './agent.ts';

const text: Shape = { type: 'string', maxLength: 4000 };
const flag: Shape = { type: 'boolean' };
const plain: Shape = { type: 'object' };

const capability: Shape = {
  type: 'object',
  properties: {
    id: { ...text, minLength: 1 },
    name: text,
    description: { ...text, default: '' },
    enabled: { ...flag, default: true },
  },
  required: ['id', 'name'],
};

const parameter: Shape = {
  type: 'object',
  properties: {
    id: { ...text, minLength: 1 },
    name: text,
    type: { type: 'string', enum: parameterTypes },
    description: { ...text, default: '' },
    defaultValue: { type: ['string', 'number', 'boolean', 'null'], default: null },
    required: { ...flag, default: false },
    options: { type: 'array', items: text, maxItems: 100 },
  },
  required: ['id', 'name', 'type'],
};

const shapes: Record<keyof Agent, Shape> = {
  agentId: text,
  name: { ...text, minLength: 1 },
  description: text,
  environment: { type: 'string', enum: ['dev', 'staging', 'prod'] },
  type: { type: 'string', enum: agentTypes },
  category: text,
  module: text,
  submodule: text,
  capabilities: { type: 'array', items: capability, maxItems: 100 },
  defaultParameters: plain,
  parameterSchema: plain,
  isTemplate: flag,
  isCustomizable: flag,
  riskLevel: { type: 'string', enum: riskLevels },
  trustThreshold: { type: 'number', minimum: 0, maximum: 1 },
  version: text,
  isActive: flag,
  parameters: { type: 'array', items: parameter, maxItems: 100 },
  triggerConditions: { type: 'array', items: text, maxItems: 100 },
  workflowId: { type: ['string', 'null'] },
};

/**
 * An agent from a file (AGENT-11): the fields of the form, each with its default where the file says nothing. What is no field
 * of the form, such as somebody else's workspace, is left out. Refused with every field of a wrong kind.
 */
export function readAgent(json: unknown): Result<Agent> {
  const problems: Problem[] = [];
  const properties = Object.entries(shapes).map(([field, shape]) => [
    field,
    field === 'name' ? shape : { ...shape, default: NEW_AGENT[field as keyof Agent] },
  ]);
  const shape: Shape = { type: 'object', properties: Object.fromEntries(properties), required: ['name'] };
  const read = readShape(shape, json, '', { rule: 'AGENT-11', defs: {}, problems, max: 100 });
  return problems.length > 0 ? rejected(problems) : ok(read as Agent);
}
