import type { Agent, ParameterType } from '@attain/domain/agents/agent';
import { defaultParametersOf } from '@attain/domain/agents/parameters';
import type { StartField } from '@attain/domain/workflows/steps/start-fields';
import type { AskedValue } from '../../ui/fields/asked-value.tsx';

type Asking = Pick<Agent, 'parameters' | 'defaultParameters' | 'isCustomizable'>;

const kinds: Readonly<Record<ParameterType, string>> = {
  string: 'text',
  number: 'figure',
  boolean: 'boolean',
  select: 'choice',
};

/**
 * What somebody who runs an agent may say: its parameters in their order, then what its workflow is started with besides.
 * Nothing of an agent that takes its defaults only.
 */
export function askedValues(agent: Asking, stated: readonly StartField[]): readonly AskedValue[] {
  if (!agent.isCustomizable) return [];
  const own = new Set(agent.parameters.map(({ name }) => name));
  return [
    ...agent.parameters.map(({ name, type, required, description, options }) => ({
      ...{ name, label: name, type: kinds[type], required, options: options ?? [] },
      ...(description === '' ? {} : { hint: description }),
    })),
    ...stated.filter(({ name }) => !own.has(name)),
  ];
}

/** What stands in the field before anybody types: the default, as text. */
export function defaultText(agent: Asking, name: string): string {
  const value = { ...defaultParametersOf(agent.parameters), ...agent.defaultParameters }[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
