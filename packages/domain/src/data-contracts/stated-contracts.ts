import type { JsonObject } from '../workflows/json-value.ts';
import type { ContractType } from './contract.ts';

/** A contract of the sample workspace. */
export interface StatedContract {
  readonly name: string;
  readonly type: ContractType;
  readonly schema: JsonObject;
  readonly sample: JsonObject;
}

/** What an analysis of compensation is given. */
export const compensationInput: StatedContract = {
  name: 'Compensation input',
  type: 'input',
  schema: {
    type: 'object',
    properties: {
      employeeId: { type: 'string', format: 'uuid', 'x-attain-data': { class: 'personal' } },
      performanceData: {
        type: 'object',
        properties: { attainment: { type: 'number', minimum: 0 }, reviewScore: { type: 'number' } },
        'x-attain-data': { class: 'personal' },
      },
      timeframe: { type: 'string', pattern: '^Q[1-4]-\\d{4}$', description: 'Quarter and year, as Q1-2024' },
    },
    required: ['employeeId', 'performanceData', 'timeframe'],
  },
  sample: {
    employeeId: '123e4567-e89b-42d3-a456-426614174000',
    performanceData: { attainment: 1.12 },
    timeframe: 'Q1-2024',
  },
};

/** What an analysis of compensation returns. */
export const compensationOutput: StatedContract = {
  name: 'Compensation output',
  type: 'output',
  schema: {
    type: 'object',
    properties: {
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      implementationComplexity: { type: 'string', enum: ['low', 'medium', 'high'] },
      approvers: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            status: { type: 'string', enum: ['pending', 'approved', 'rejected'] },
          },
          required: ['name', 'status'],
        },
      },
    },
    required: ['confidence', 'implementationComplexity', 'approvers'],
  },
  sample: {
    confidence: 0.92,
    implementationComplexity: 'low',
    approvers: [{ name: 'Finance', status: 'pending' }],
  },
};
