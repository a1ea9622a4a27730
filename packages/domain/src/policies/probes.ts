import { roles } from '../access/permissions.ts';
import { riskLevels } from '../agents/agent.ts';
import { dataClassifications } from '../connections/database-rules.ts';
import type { GovernedAction } from './policy.ts';
import type { PolicyRequest } from './request.ts';

/** More combinations than this are not tried. */
export const MAX_PROBES = 4_000;

const environments = ['dev', 'staging', 'prod'];
const applyTriggers = ['manual', 'event'];
const triggers = ['manual', 'api', 'schedule', 'webhook', 'event', 'sub-workflow'];

/**
 * Requests that stand for every request these documents can tell apart: all values of the facts that they mention, and one
 * value of the others. Null if there are more than `MAX_PROBES` (GOV-4).
 */
export function probesOf(documents: readonly string[], action: GovernedAction): PolicyRequest[] | null {
  const text = documents.join('\n');
  const literals = [...new Set([...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one ?? ''))];
  const open = [...literals, 'another'];
  const isApply = action === 'apply';
  const of = <Value>(fact: string, values: readonly Value[]) =>
    text.includes(fact) ? values : values.slice(0, 1);
  const dimensions = {
    role: of('principal in', roles),
    // always: refusing everyone in one environment is pointed out
    environment: isApply ? environments.slice(-1) : environments,
    risk: of('context.risk', riskLevels),
    handlesMoney: isApply ? [true] : of('handlesMoney', [false, true]),
    trigger: of('context.trigger', isApply ? applyTriggers : triggers),
    agent: of('context.agent', ['another', ...open]),
    id: of('resource ==', ['another', ...open]),
    kind: of('resource.kind', ['http', ...open]),
    region: of('resource.region', ['', ...open]),
    exposure: of('resource.risk', [...riskLevels, '']),
    classification: of('resource.classification', [...dataClassifications, '']),
    plan: of('resource.plan', open),
    analyser: of('resource.analyser', ['', ...open]),
    labels: of('context.labels', [[], ...literals.map((one) => [one]), literals]),
  };
  const size = Object.values(dimensions).reduce((product, { length }) => product * length, 1);
  if (size > MAX_PROBES) return null;
  let probes: Partial<Record<keyof typeof dimensions, unknown>>[] = [{}];
  for (const [name, values] of Object.entries(dimensions))
    probes = probes.flatMap((one) => [...values].map((value) => Object.assign({}, one, { [name]: value })));
  return probes.map((one) => probeRequest(action, one as unknown as Probe));
}

interface Probe {
  readonly role: string;
  readonly environment: string;
  readonly risk: string;
  readonly handlesMoney: boolean;
  readonly trigger: string;
  readonly agent: string;
  readonly id: string;
  readonly kind: string;
  readonly region: string;
  readonly exposure: string;
  readonly classification: string;
  readonly plan: string;
  readonly analyser: string;
  readonly labels: readonly string[];
}

function probeRequest(action: GovernedAction, probe: Probe): PolicyRequest {
  const { role, environment, risk, handlesMoney, trigger, agent, labels } = probe;
  return {
    principal: { id: 'someone', roles: [role] },
    action,
    resource: probeResource(action, probe),
    facts: { environment, agent, risk, handlesMoney, trigger },
    labels: action === 'call' ? labels : [],
  };
}

function probeResource(action: GovernedAction, probe: Probe): PolicyRequest['resource'] {
  const { id, kind, region, exposure, classification, agent, plan, analyser } = probe;
  if (action === 'call')
    return { type: 'Connection', id, name: id, kind, region, risk: exposure, classification };
  if (action === 'apply') return { type: 'Suggestion', id, name: id, plan, analyser };
  return { type: 'Agent', id: agent, name: agent };
}
