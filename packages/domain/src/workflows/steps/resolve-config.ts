import type { Shape } from '../../base/json-shape.ts';
import { evaluate, type Scope } from '../expressions/evaluate.ts';
import { fillTemplate } from '../expressions/fill-template.ts';
import type { StepError } from '../journal.ts';
import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import type { PreparedNode, PreparedWorkflow } from '../prepare-workflow.ts';

/** Thrown inside of steps only: the step fails with this code and sentence. */
export class StepFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** The fault as the journal keeps it. */
  get error(): StepError {
    return { code: this.code, message: this.message.slice(0, MAX_LETTERS) };
  }
}

const MAX_LETTERS = 2_000;

/** The value of an expression of the step; a fault stops the step with EXPRESSION. */
export function computed(prepared: PreparedWorkflow, text: JsonValue, scope: Scope): JsonValue {
  const read = evaluate(prepared.expression(String(text)), scope);
  if (read.ok) return read.value;
  throw new StepFault('EXPRESSION', `${String(text).slice(0, 200)}: ${read.problems[0].message}`);
}

/** The text of a template of the step; a fault stops the step with EXPRESSION. */
export function filled(prepared: PreparedWorkflow, text: JsonValue, scope: Scope): string {
  const read = fillTemplate(prepared.template(String(text)), scope);
  if (read.ok) return read.value;
  throw new StepFault('EXPRESSION', read.problems[0].message);
}

/** The node's configuration with every expression computed and every template filled in: what is sent out and written down. */
export function resolveConfig(
  prepared: PreparedWorkflow,
  { type, config }: PreparedNode,
  scope: Scope,
): JsonObject {
  return resolve(prepared, type.config, config, scope) as JsonObject;
}

function resolve(prepared: PreparedWorkflow, shape: Shape, value: JsonValue, scope: Scope): JsonValue {
  if (typeof value === 'string') {
    if (shape.format === 'expression') return computed(prepared, value, scope);
    return shape.format === 'template' ? filled(prepared, value, scope) : value;
  }
  if (Array.isArray(value))
    return value.map((one: JsonValue) => resolve(prepared, shape.items ?? {}, one, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      resolve(prepared, shape.properties?.[key] ?? {}, one, scope),
    ]),
  );
}
