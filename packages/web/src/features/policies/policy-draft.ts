import { environments } from '@attain/domain/deployments/deployment';
import type { PolicyHours, PolicyLimits, PolicyRule, PolicyTarget } from '@attain/domain/policies/policy';
import { noLimits } from '@attain/domain/policies/policy-limits';
import type { PolicyContent, PolicyDetail } from '../../api/shapes.ts';

/** The limits of a policy as they are edited. */
export type DraftLimits = {
  environment: string;
  hours: PolicyHours | null;
  addresses: { use: 'all' | 'within' | 'outside'; networks: string };
  /** Blank: no end. */
  expiresOn: string;
};

/** The form state of a policy. */
export type PolicyDraft = {
  name: string;
  description: string;
  type: PolicyContent['type'];
  priority: PolicyContent['priority'];
  where: PolicyTarget['kind'];
  environments: readonly string[];
  /** Of the agent or connection. */
  targetId: string;
  mode: 'form' | 'text';
  rule: PolicyRule;
  document: string;
  limits: DraftLimits;
};

const freshRule: PolicyRule = {
  effect: 'deny',
  actions: ['run'],
  conditions: [],
  exceptRoles: ['administrator'],
  limit: 100,
  windowSeconds: 3600,
};

/** The form of a stored policy, or of a new one. */
export function draftOf(stored: PolicyDetail | undefined): PolicyDraft {
  const targets = stored?.appliesTo ?? [];
  const [first] = targets;
  return {
    name: stored?.name ?? '',
    description: stored?.description ?? '',
    type: stored?.type ?? 'security',
    priority: stored?.priority ?? 'medium',
    where: first?.kind ?? 'workspace',
    environments: targets.flatMap(({ kind, id }) => (kind === 'environment' ? [id] : [])),
    targetId: first?.kind === 'agent' || first?.kind === 'connection' ? first.id : '',
    mode: stored?.rule === null ? 'text' : 'form',
    rule: stored?.rule ?? freshRule,
    document: stored?.document ?? '',
    limits: draftLimits(stored?.limits ?? noLimits),
  };
}

function draftLimits({ environment, hours, addresses, expiresOn }: PolicyLimits): DraftLimits {
  return {
    environment,
    hours,
    addresses: {
      use: addresses === null ? 'all' : addresses.within ? 'within' : 'outside',
      networks: addresses?.networks.join(', ') ?? '',
    },
    expiresOn: expiresOn ?? '',
  };
}

function limitsOf({ environment, hours, addresses, expiresOn }: DraftLimits): PolicyContent['limits'] {
  const networks = addresses.networks.split(/[\s,;]+/).filter((network) => network !== '');
  return {
    environment: environments.find((one) => one === environment) ?? '',
    hours: hours === null ? null : { ...hours, days: [...hours.days] },
    addresses: addresses.use === 'all' ? null : { within: addresses.use === 'within', networks },
    expiresOn: expiresOn || null,
  };
}

/** The request body of a form. */
export function contentOf(draft: PolicyDraft): PolicyContent {
  const { name, description, type, priority, where, environments, targetId, mode, rule, document } = draft;
  const targets =
    where === 'environment'
      ? environments.map((id) => ({ kind: where, id }))
      : [{ kind: where, id: where === 'workspace' ? '' : targetId.trim() }];
  return {
    name: name.trim(),
    description: description.trim(),
    type,
    priority,
    appliesTo: targets,
    rule:
      mode === 'text'
        ? null
        : {
            ...rule,
            actions: [...rule.actions],
            conditions: rule.conditions.map((one) => ({ ...one })),
            exceptRoles: [...rule.exceptRoles],
          },
    document: mode === 'text' ? document : '',
    limits: limitsOf(draft.limits),
  };
}

/** The line and column a problem names: `document:2:8`; null if it names none. */
export function placeIn(path: string): { line: number; column: number } | null {
  const [, line, column] = /^document:(\d+):(\d+)$/.exec(path) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}
