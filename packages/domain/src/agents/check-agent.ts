import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { type Agent, type AgentParameter, agentIdOf } from './agent.ts';
import { invalidReason } from './parameters.ts';
import { triggerDefinitions } from './trigger.ts';

/** No agent id is longer. */
const LONGEST_ID = 200;

/**
 * An agent as it is stored: name trimmed, id made of the name when none was given, triggers tidied. Refused with everything that
 * is wrong with it (AGENT-1 to AGENT-6).
 */
export function checkAgent(form: Agent): Result<Agent> {
  const name = form.name.trim();
  const agentId = form.agentId.trim() || agentIdOf(name);
  const triggerConditions = triggerDefinitions(form.triggerConditions).map((one) => one.condition);
  const problems: Problem[] = [];
  const wrong = (rule: string, path: string, message: string) => problems.push({ rule, path, message });
  if (name === '') wrong('AGENT-2', 'name', 'Enter a name for the agent.');
  else if (!/^[a-z0-9-]+$/.test(agentId) || agentId.length > LONGEST_ID) {
    const message = `An agent ID can have lowercase letters, digits and hyphens, at most ${LONGEST_ID} characters.`;
    wrong('AGENT-1', 'agentId', message);
  }
  if (!(form.trustThreshold >= 0 && form.trustThreshold <= 1)) {
    wrong('AGENT-3', 'trustThreshold', 'The trust threshold must be a number from 0 to 1.');
  }
  if (!/^\d+\.\d+\.\d+$/.test(form.version)) {
    wrong('AGENT-4', 'version', 'Enter a version as three numbers with dots, such as 1.0.0.');
  }
  duplicates(form.capabilities, 'id').forEach((at) => {
    wrong('AGENT-5', `capabilities[${at}].id`, 'Another capability has this ID.');
  });
  form.capabilities.forEach((one, at) => {
    if (one.name.trim() === '')
      wrong('AGENT-5', `capabilities[${at}].name`, 'Enter a name for the capability.');
  });
  problems.push(...parameterProblems(form.parameters));
  return problems.length > 0 ? rejected(problems) : ok({ ...form, name, agentId, triggerConditions });
}

function parameterProblems(parameters: readonly AgentParameter[]): Problem[] {
  const problems: Problem[] = [];
  const wrong = (path: string, message: string) => problems.push({ rule: 'AGENT-6', path, message });
  for (const field of ['id', 'name'] as const) {
    for (const at of duplicates(parameters, field)) {
      wrong(`parameters[${at}].${field}`, `Another parameter has this ${field}.`);
    }
  }
  parameters.forEach((one, at) => {
    const path = `parameters[${at}]`;
    if (one.name.trim() === '') wrong(`${path}.name`, 'Enter a name for the parameter.');
    if (['__proto__', 'constructor', 'prototype'].includes(one.name)) {
      wrong(`${path}.name`, 'This parameter name is reserved. Choose another name.');
    }
    if (one.type === 'select' && (one.options ?? []).length === 0) {
      wrong(`${path}.options`, 'Add the options of the selection.');
    } else if (one.defaultValue !== null) {
      const why = invalidReason(one, one.defaultValue);
      if (why !== null) wrong(`${path}.defaultValue`, `The default ${why}.`);
    }
  });
  return problems;
}

/** The places of those that say what one before them said. */
function duplicates<Field extends string>(list: readonly Record<Field, string>[], field: Field): number[] {
  const said = list.map((one) => one[field]);
  return [...said.keys()].filter((at) => said.indexOf(said[at] as string) < at);
}
