import { createRequire } from 'node:module';
import { ok, type Problem, type Result, rejected } from '@attain/domain/base/result';
import { CEDAR_SCHEMA } from '@attain/domain/policies/cedar-schema';
import { type Obligation, readObligation } from '@attain/domain/policies/obligations';
import { approvedActions, type GovernedAction, governedActions } from '@attain/domain/policies/policy';
import type { PolicyRequest } from '@attain/domain/policies/request';

/** The part of `@cedar-policy/cedar-wasm` that is used. */
interface Cedar {
  validate(call: { schema: string; policies: { staticPolicies: Record<string, string> } }): Validation;
  policyToJson(text: string): { type: 'success'; json: CedarPolicy } | { type: 'failure' };
  preparsePolicySet(id: string, policies: { staticPolicies: Record<string, CedarPolicy> }): Parsed;
  statefulIsAuthorized(call: object): Authorization;
  getValidRequestEnvsPolicy(text: string, schema: string): { type: string; actions?: string[] };
}

type Validation =
  | {
      type: 'success';
      validationErrors: { error: CedarFault }[];
      validationWarnings: { error: CedarFault }[];
    }
  | { type: 'failure'; errors: CedarFault[] };
type Parsed = { type: 'success' } | { type: 'failure'; errors: CedarFault[] };
type Authorization =
  | { type: 'success'; response: { diagnostics: { reason: string[]; errors: { policyId: string }[] } } }
  | { type: 'failure'; errors: CedarFault[] };

interface CedarFault {
  readonly message: string;
  readonly help: string | null;
  readonly sourceLocations?: readonly { start: number; end: number; label: string | null }[];
}

/** A policy in Cedar’s JSON format. */
export interface CedarPolicy {
  readonly effect: 'permit' | 'forbid';
  readonly conditions: readonly { readonly kind: 'when' | 'unless'; readonly body: unknown }[];
  readonly annotations?: Readonly<Record<string, string>>;
}

// 4 MB of WebAssembly, loaded with the first policy; the package’s module for Node is CommonJS
const load = createRequire(import.meta.url);
let loaded: Cedar | undefined;
function cedar(): Cedar {
  loaded ??= load('@cedar-policy/cedar-wasm/nodejs') as Cedar;
  return loaded;
}

/** A document that passed the checks. */
export interface CheckedDocument {
  readonly policy: CedarPolicy;
  readonly actions: readonly GovernedAction[];
  /** Null: it denies. */
  readonly obligation: Obligation | null;
}

/** Reads a document: one Cedar policy that denies, or that allows with an obligation. All problems name line and column (GOV-1). */
export function checkDocument(text: string): Result<CheckedDocument> {
  const checked = cedar().validate({ schema: CEDAR_SCHEMA, policies: { staticPolicies: { policy: text } } });
  if (checked.type === 'failure') return rejected(checked.errors.map((one) => problemOf(text, one)));
  if (checked.validationErrors.length > 0)
    return rejected(checked.validationErrors.map(({ error }) => problemOf(text, error)));
  const read = cedar().policyToJson(text);
  if (read.type === 'failure') return rejected([problem('', 'The document can’t be read.')]);
  const { effect, annotations = {} } = read.json;
  const said = annotations.obligation;
  const obligation = said === undefined ? null : readObligation(said);
  const unknown = Object.keys(annotations).find((name) => name !== 'obligation');
  const actions = actionsOf(text);
  const fault = (message: string) => rejected([problem('1:1', message)]);
  if (unknown !== undefined)
    return fault(`The annotation @${unknown} has no meaning here. Remove it; only @obligation is used.`);
  if (said !== undefined && obligation === null)
    return fault(
      `The obligation “${said.slice(0, 60)}” is unknown. Use audit, limit:100:3600 (calls, seconds) or approve:manager:1.`,
    );
  if (effect === 'permit' && obligation === null)
    return fault('Policies can only narrow what roles allow. Use forbid, or permit with an @obligation.');
  if (effect === 'forbid' && obligation !== null)
    return fault('A policy that denies can’t have an obligation. Use permit with @obligation.');
  if (obligation?.kind === 'limit' && actions.some((action) => action !== 'call'))
    return fault('Only calls can be limited. Write action == Action::"call".');
  if (obligation?.kind === 'approve' && actions.some((action) => !approvedActions.includes(action)))
    return fault(
      'Only runs and deployments can wait for approval. Write action in [Action::"run", Action::"deploy"].',
    );
  return ok({ policy: read.json, actions, obligation });
}

/** The actions that a valid document can govern. */
function actionsOf(text: string): GovernedAction[] {
  const { actions = [] } = cedar().getValidRequestEnvsPolicy(text, CEDAR_SCHEMA);
  return governedActions.filter((action) => actions.some((one) => one.endsWith(`"${action}"`)));
}

function problemOf(text: string, { message, help, sourceLocations }: CedarFault): Problem {
  const [at] = sourceLocations ?? [];
  const plain = message
    .replaceAll(/for policy `policy`, /g, '')
    .replace(/failed to parse policy with id `policy` from string: /, '');
  const expected = at?.label ? ` (${at.label})` : '';
  const sentence = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${expected}`;
  const remedy =
    help === null
      ? ''
      : ` ${help.replace(/^for policy `policy`, /, '').replace(/^\w/, (one) => one.toUpperCase())}`;
  return problem(at === undefined ? '1:1' : placeOf(text, at.start), `${sentence}.${remedy}`);
}

/** `line:column` of a byte of the text, both from 1. */
function placeOf(text: string, byte: number): string {
  const before = Buffer.from(text).subarray(0, byte).toString('utf8');
  const lines = before.split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

function problem(place: string, message: string): Problem {
  const [line, column] = place.split(':');
  const where = place === '' ? '' : `Line ${line}, column ${column}: `;
  return {
    rule: 'GOV-1',
    path: place === '' ? 'document' : `document:${place}`,
    message: `${where}${message}`,
  };
}

/**
 * Keeps a set of policies ready under a name, in place of the one before. Each becomes a permit, so that an answer lists every
 * policy that holds, those that deny included; what follows from them is decided by `decide`.
 */
export function prepareSet(name: string, policies: ReadonlyMap<string, CedarPolicy>): void {
  const entries = [...policies].map(([id, policy]) => [id, { ...policy, effect: 'permit' as const }]);
  const answer = cedar().preparsePolicySet(name, { staticPolicies: Object.fromEntries(entries) });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
}

/** The policies of a prepared set that hold for a request, and those that could not be evaluated. */
export function holdingPolicies(name: string, request: PolicyRequest): { holds: string[]; failed: string[] } {
  const { principal, action, resource, facts, labels } = request;
  const { type, id, ...attrs } = resource;
  const person = { type: 'Person', id: principal.id };
  const answer = cedar().statefulIsAuthorized({
    preparsedPolicySetId: name,
    principal: person,
    action: { type: 'Action', id: action },
    resource: { type, id },
    context: action === 'call' ? { ...facts, labels } : facts,
    entities: [
      { uid: person, attrs: {}, parents: principal.roles.map((role) => ({ type: 'Role', id: role })) },
      { uid: { type, id }, attrs, parents: [] },
    ],
  });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  const { reason, errors } = answer.response.diagnostics;
  return { holds: reason, failed: errors.map(({ policyId }) => policyId) };
}
