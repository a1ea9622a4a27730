import type { Agent, ParameterType } from '@attain/domain/agents/agent';
import { defaultParametersOf } from '@attain/domain/agents/parameters';
import type { JsonObject } from '@attain/domain/workflows/json-value';
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
 * The values to ask for before a run: the agent's parameters, then the other inputs of its workflow. None if
 * the agent is not customizable.
 */
export function askedValues(agent: Asking, stated: readonly StartField[]): readonly AskedValue[] {
  if (!agent.isCustomizable) return [];
  const own = new Set(agent.parameters.map(({ name }) => name));
  return [
    ...agent.parameters.map(({ name, type, required, description, options }) => ({
      name,
      label: name,
      type: kinds[type],
      required,
      options: options ?? [],
      ...(description === '' ? {} : { hint: description }),
    })),
    ...stated.filter(({ name }) => !own.has(name)),
  ];
}

/** What a field begins with: the value that was kept, else the default. */
export function keptText(agent: Asking, kept: JsonObject | undefined, name: string): string {
  const value = kept?.[name];
  if (value === undefined) return defaultText(agent, name);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was entered, and null for each field that was cleared: its kept value would come back otherwise. */
export function withCleared(
  asked: readonly AskedValue[],
  kept: JsonObject | undefined,
  entered: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const shown = asked.filter(({ name }) => Object.hasOwn(kept ?? {}, name));
  return { ...Object.fromEntries(shown.map(({ name }) => [name, null])), ...entered };
}

/** The initial text of a field: the default value. */
export function defaultText(agent: Asking, name: string): string {
  const value = { ...defaultParametersOf(agent.parameters), ...agent.defaultParameters }[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
