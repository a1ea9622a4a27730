import { ratio, roundRatio } from '../../base/ratio.ts';
import type { Scope } from '../expressions/evaluate.ts';
import { asDecimal, toJson } from '../expressions/value.ts';
import type { ComputedStep } from '../journal.ts';
import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import {
  brokenContract,
  type PreparedNode,
  type PreparedWorkflow,
  preparedNode,
} from '../prepare-workflow.ts';
import { loopStep } from './loop-step.ts';
import { parseText } from './parse-text.ts';
import { recordFaults } from './record-faults.ts';
import { computed, filled, StepFault } from './resolve-config.ts';
import { inputOf, type RunState, type StepState } from './run-state.ts';
import { scopeOf } from './scope.ts';

type Outcome = { readonly output: JsonValue; readonly ports: readonly string[] };

/** What a computed node or a loop does next. It depends on the state only, so that a replay would compute the same. */
export function computeStep(
  prepared: PreparedWorkflow,
  state: RunState,
  step: StepState,
  atMs: number,
): ComputedStep {
  const ref = { node: step.node, iteration: step.iteration };
  const node = preparedNode(prepared, step.node);
  if (node.bypass !== null) {
    const { port, output = inputOf(step.arrived) } = node.bypass;
    return { ...ref, output, ports: [port] };
  }
  // the list of a loop is computed again in a replay, and must be the same
  const nowMs = node.config.over === undefined ? atMs : (state.startedAtMs ?? atMs);
  const scope = scopeOf(prepared, state, step, nowMs);
  try {
    if (node.type.working === 'loop') return { ...ref, ...loopStep(prepared, node.config, step, scope) };
    const input = inputOf(step.arrived);
    const outcome = outcomeOf({ prepared, node, config: node.config, input, scope, step });
    const broken = brokenContract(node, outcome.output);
    if (broken !== null) throw new StepFault('CONTRACT_VIOLATED', broken);
    return { ...ref, ...outcome };
  } catch (fault) {
    if (!(fault instanceof StepFault)) throw fault;
    return { ...ref, error: fault.error, ports: ['error'] };
  }
}

interface Computing {
  readonly prepared: PreparedWorkflow;
  readonly node: PreparedNode;
  readonly config: JsonObject;
  readonly input: JsonValue;
  readonly scope: Scope;
  readonly step: StepState;
}

function outcomeOf(one: Computing): Outcome {
  const { prepared, config, input, scope } = one;
  switch (one.node.node.type) {
    case 'start':
    case 'input':
      return started(one);
    case 'decision':
      return { output: input, ports: [truth(one, config.condition) ? 'yes' : 'no'] };
    case 'branch':
      return { output: input, ports: waysTaken(one) };
    case 'merge':
      return { output: config.wait === 'any' ? (one.step.arrived[0]?.value ?? null) : input, ports: ['out'] };
    case 'data_collection':
      return { output: collected(one), ports: ['out'] };
    case 'validation':
      return rulesKept(one);
    case 'validator':
      return fieldsKept(one);
    case 'calculator':
      return { output: calculated(one), ports: ['out'] };
    case 'formatter':
      return { output: filled(prepared, config.template ?? '', scope), ports: ['out'] };
    case 'parser':
      return { output: parsed(one), ports: ['out'] };
    case 'respond':
      return { output: responded(one), ports: ['out'] };
    case 'output':
      return { output: optional(one, 'value'), ports: ['out'] };
    case 'fail':
      throw new StepFault('STOPPED', filled(prepared, config.message ?? '', scope));
    case 'end':
      return { output: optional(one, 'result'), ports: [] };
    default:
      throw new StepFault('UNKNOWN_NODE', `There is no way to compute a ${one.node.node.type}.`);
  }
}

/** Headers that would act in the name of the server, or that it sets itself. */
const FORBIDDEN_HEADERS =
  /^(set-cookie|content-security-policy|x-content-type-options|content-length|content-encoding|transfer-encoding|connection|keep-alive|upgrade|trailer|clear-site-data|strict-transport-security|service-worker.*|access-control-allow-credentials)$/i;

/** The response of a webhook, as its trigger sends it (WF-86). */
function responded(one: Computing): JsonObject {
  const headers = records(one.config.headers).map((row): [string, string] => {
    const name = String(row.name);
    if (FORBIDDEN_HEADERS.test(name))
      throw new StepFault('HEADER', `A response can’t set the header ${name}.`);
    const value = computed(one.prepared, row.value ?? null, one.scope);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!/^[\x20-\x7e\x80-\xff]{0,4000}$/.test(text))
      throw new StepFault(
        'HEADER',
        `The header ${name} is too long or has characters that headers can’t have.`,
      );
    return [name, text];
  });
  return {
    status: one.config.status ?? 200,
    headers: Object.fromEntries(headers),
    body: optional(one, 'body'),
  };
}

function parsed(one: Computing): JsonValue {
  const text = optional(one, 'source');
  // reading five letters takes about as long as one step of an expression
  if (typeof text === 'string') one.scope.worked?.(Math.ceil(text.length / 5));
  return parseText(String(one.config.format), text, String(one.config.separator));
}

function optional({ prepared, config, input, scope }: Computing, key: string): JsonValue {
  const text = config[key];
  return text === undefined ? input : computed(prepared, text, scope);
}

function truth({ prepared, scope }: Computing, text: JsonValue | undefined): boolean {
  const value = computed(prepared, text ?? 'true', scope);
  if (typeof value === 'boolean') return value;
  throw new StepFault('EXPRESSION', `${String(text)} is neither true nor false.`);
}

function started({ config, input }: Computing): Outcome {
  const faults = recordFaults(config.fields, input);
  if (faults.length > 0) throw new StepFault('INPUT', faults.map(({ message }) => message).join(' '));
  return { output: input, ports: ['out'] };
}

function records(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function waysTaken(one: Computing): readonly string[] {
  const taken: string[] = [];
  for (const way of records(one.config.ways)) {
    if (!truth(one, way.when)) continue;
    taken.push(String(way.name));
    if (one.config.take === 'first') break;
  }
  return taken.length > 0 ? taken : ['otherwise'];
}

function collected({ prepared, config, scope }: Computing): JsonValue {
  return Object.fromEntries(
    records(config.values).map((row) => [String(row.name), computed(prepared, row.value ?? null, scope)]),
  );
}

function rulesKept(one: Computing): Outcome {
  const broken = records(one.config.rules).filter((rule) => !truth(one, rule.check));
  if (broken.length === 0) return { output: one.input, ports: ['valid'] };
  return {
    output: { problems: broken.map(({ message }) => message ?? ''), input: one.input },
    ports: ['invalid'],
  };
}

function fieldsKept({ config, input }: Computing): Outcome {
  const faults = recordFaults(config.fields, input);
  if (faults.length === 0) return { output: input, ports: ['valid'] };
  return { output: { problems: faults.map(({ message }) => message), input }, ports: ['invalid'] };
}

function calculated({ prepared, config, scope }: Computing): JsonValue {
  const value = computed(prepared, config.formula ?? '', scope);
  const number = asDecimal(value);
  if (number === null)
    throw new StepFault('EXPRESSION', `${String(config.formula).slice(0, 200)} is not a number.`);
  if (typeof config.digits !== 'number') return value;
  const mode = config.rounding === 'HALF_EVEN' ? 'HALF_EVEN' : 'HALF_UP';
  return toJson(roundRatio(ratio(number), config.digits, mode), () => {});
}
