import type { JsonObject, JsonValue } from '../workflows/json-value.ts';

/** What an agent is for. */
export const agentTypes = ['Designer', 'Validator', 'Optimizer', 'Analyzer', 'Custom'] as const;
export type AgentType = (typeof agentTypes)[number];

/** How much harm an agent could do. */
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** What a parameter of an agent holds. */
export const parameterTypes = ['string', 'number', 'boolean', 'select'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** Something an agent can do, switched on or off. */
export interface AgentCapability {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
}

/** Something a run of the agent is told; `defaultValue` null: nothing unless somebody says so. */
export interface AgentParameter {
  readonly id: string;
  readonly name: string;
  readonly type: ParameterType;
  readonly description: string;
  readonly defaultValue: JsonValue;
  readonly required: boolean;
  /** What a `select` may be. */
  readonly options?: readonly string[] | undefined;
}

/** What sets an agent off. */
export interface TriggerDefinition {
  readonly id: string;
  readonly condition: string;
  readonly type: 'event' | 'schedule' | 'manual';
  readonly parameters?: JsonObject | undefined;
}

/** An agent as its form holds it: who it is, how far it is trusted, and which workflow it runs. */
export interface Agent {
  readonly agentId: string;
  readonly name: string;
  readonly description: string;
  readonly environment: 'dev' | 'staging' | 'prod';
  readonly type: AgentType;
  readonly category: string;
  readonly module: string;
  readonly submodule: string;
  readonly capabilities: readonly AgentCapability[];
  readonly defaultParameters: JsonObject;
  readonly parameterSchema: JsonObject;
  readonly isTemplate: boolean;
  readonly isCustomizable: boolean;
  readonly riskLevel: RiskLevel;
  /** From 0 to 1. */
  readonly trustThreshold: number;
  readonly version: string;
  readonly isActive: boolean;
  readonly parameters: readonly AgentParameter[];
  readonly triggerConditions: readonly string[];
  /** The workflow that a run of this agent is a run of; null: it cannot run yet. */
  readonly workflowId: string | null;
}

/** An agent nobody has written anything into: every stated default. */
export const NEW_AGENT: Agent = {
  agentId: '',
  name: '',
  description: '',
  environment: 'dev',
  type: 'Custom',
  category: '',
  module: '',
  submodule: '',
  capabilities: [],
  defaultParameters: {},
  parameterSchema: {},
  isTemplate: false,
  isCustomizable: true,
  riskLevel: 'low',
  trustThreshold: 0.85,
  version: '1.0.0',
  isActive: true,
  parameters: [],
  triggerConditions: [],
  workflowId: null,
};

/** The id of an agent that was given none: its name in small letters, a hyphen for every character but a–z and 0–9 (AGENT-1). */
export function agentIdOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '-');
}
