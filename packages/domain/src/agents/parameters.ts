import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import type { Agent, AgentParameter } from './agent.ts';

const schemaTypes = { string: 'string', number: 'number', boolean: 'boolean', select: 'string' } as const;

/** The values a run is given when nobody says otherwise, by the names of the parameters. */
export function defaultParametersOf(parameters: readonly AgentParameter[]): JsonObject {
  return Object.fromEntries(
    parameters.filter((one) => one.defaultValue !== null).map((one) => [one.name, one.defaultValue]),
  );
}

/** The JSON Schema of what a run may be given. */
export function parameterSchemaOf(parameters: readonly AgentParameter[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, type, description, options }) => [
        name,
        {
          type: schemaTypes[type],
          ...(description === '' ? {} : { description }),
          ...(type === 'select' ? { enum: [...(options ?? [])] } : {}),
        },
      ]),
    ),
    required: parameters.filter((one) => one.required).map((one) => one.name),
  };
}

/** Why a value is none for this parameter, or null. */
export function invalidReason(parameter: AgentParameter, value: JsonValue): string | null {
  const { type, options = [] } = parameter;
  if (type === 'select') {
    return options.includes(value as string) ? null : `must be one of: ${options.join(', ')}`;
  }
  return typeof value === type ? null : `must be a ${type}`;
}

/**
 * What a run of the agent is given: its defaults, and over them what somebody said. Refused with every required parameter
 * that has no value and every value that does not fit (AGENT-8); what is no parameter of it is handed on as it is.
 */
export function runInputOf(
  agent: Pick<Agent, 'parameters' | 'defaultParameters'>,
  given: JsonObject,
): Result<JsonObject> {
  const { parameters, defaultParameters } = agent;
  const input: JsonObject = { ...defaultParametersOf(parameters), ...defaultParameters, ...given };
  const problems = parameters.flatMap((parameter): Problem[] => {
    const path = `input.${parameter.name}`;
    const value = Object.hasOwn(input, parameter.name) ? input[parameter.name] : undefined;
    if (value === undefined || value === null) {
      const message = `“${parameter.name}” is required and has no default. Enter a value.`;
      return parameter.required ? [{ rule: 'AGENT-8', path, message }] : [];
    }
    const why = invalidReason(parameter, value);
    return why === null ? [] : [{ rule: 'AGENT-8', path, message: `“${parameter.name}” ${why}.` }];
  });
  return problems.length > 0 ? rejected(problems) : ok(input);
}
