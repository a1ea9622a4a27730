import { readShape, type Shape } from '../../base/json-shape.ts';
import type { Problem } from '../../base/result.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import type { NodeType } from './node-type.ts';
import { settingFaults } from './setting-faults.ts';

const MAX_PROBLEMS = 20;

/** A configuration with its defaults filled in, and everything that is wrong with it (WF-5, WF-8), located below `config`. */
export interface ConfigReading {
  readonly config: JsonObject;
  readonly problems: readonly Problem[];
}

/** Reads a configuration by the schema of its type; its expressions and templates are parsed, never run. */
export function readConfig(type: NodeType, given: JsonObject): ConfigReading {
  const problems: Problem[] = [];
  const reading = { rule: 'WF-5', defs: {}, problems, max: MAX_PROBLEMS };
  const config = readShape(type.config, given, 'config', reading) as JsonObject;
  if (problems.length === 0) {
    for (const one of writtenIn(type.config, config)) problems.push(...syntaxFaults(one));
    problems.push(...settingFaults(type.type, config));
  }
  return { config, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** An expression or template in a configuration, and where it stands. */
export interface Written {
  readonly format: 'expression' | 'template';
  readonly text: string;
  readonly path: string;
}

/** Every expression and template of a configuration that fits its schema. */
export function writtenIn(shape: Shape, value: JsonValue | undefined, path = 'config'): readonly Written[] {
  if (typeof value === 'string') {
    const { format } = shape;
    return format === 'expression' || format === 'template' ? [{ format, text: value, path }] : [];
  }
  if (Array.isArray(value)) {
    const items = shape.items ?? {};
    return value.flatMap((one, at) => writtenIn(items, one, `${path}[${at}]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(shape.properties ?? {}).flatMap(([key, inner]) =>
    Object.hasOwn(value, key) ? writtenIn(inner, value[key], `${path}.${key}`) : [],
  );
}

function syntaxFaults({ format, text, path }: Written): readonly Problem[] {
  const parsed = format === 'template' ? parseTemplate(text) : parseExpression(text);
  return parsed.ok ? [] : parsed.problems.map((problem) => ({ ...problem, path }));
}
