import { roleNames } from '../access/role-names.ts';
import type { GovernedAction, PolicyCondition, PolicyRule, PolicyTarget } from './policy.ts';

export const actionWords: Readonly<Record<GovernedAction, string>> = {
  run: 'Run an agent',
  edit: 'Change an agent',
  deploy: 'Deploy an agent',
  call: 'Call an external system',
  apply: 'Apply a suggestion',
};

export const environmentWords: Readonly<Record<string, string>> = {
  dev: 'Development',
  staging: 'Staging',
  prod: 'Production',
};

export const regionWords: Readonly<Record<string, string>> = {
  eu: 'European Union',
  us: 'United States',
  apac: 'Asia Pacific',
};

/** Where a policy applies: `Development`, `Agent dispute-resolver`. */
export function targetInWords({ kind, id }: PolicyTarget): string {
  switch (kind) {
    case 'workspace':
      return 'All agents';
    case 'environment':
      return environmentWords[id] ?? id;
    case 'agent':
      return `Agent ${id}`;
    case 'connection':
      return `Connection ${id}`;
  }
}

/** When a policy of a form holds, as a sentence. */
export function conditionsInWords({ conditions, exceptRoles }: PolicyRule): string {
  const when = conditions.map(conditionInWords).join(' and ');
  const except = exceptRoles.map((role) => roleNames[role]).join(', ');
  const sentence = when === '' ? 'Always' : `When ${when}`;
  return `${sentence}${except === '' ? '' : `, except for ${except}`}.`;
}

function conditionInWords({ field, is, value }: PolicyCondition): string {
  switch (field) {
    case 'risk':
      return `the risk is ${is ? '' : 'not '}${value}`;
    case 'money':
      return is ? 'the agent handles pay' : 'the agent does not handle pay';
    case 'trigger':
      return `the run is ${is ? '' : 'not '}started by ${value}`;
    case 'label':
      return `the data ${is ? 'includes' : 'does not include'} ${labelInWords(value)}`;
    case 'region':
      return `the connection is ${is ? '' : 'not '}in the ${regionWords[value] ?? value}`;
    case 'kind':
      return `the connection is ${is ? '' : 'not '}of type ${value}`;
    case 'classification':
      return `the data of the connection is ${is ? '' : 'not '}${value}`;
    case 'exposure':
      return `the risk of the connection is ${is ? '' : 'not '}${value}`;
  }
}

function labelInWords(label: string): string {
  const [kind, region = ''] = label.split(':');
  return kind === 'personal' ? `personal data of the ${regionWords[region] ?? region}` : label;
}

/** What a policy of a form does, as a sentence. */
export function effectInWords({ effect, limit, windowSeconds }: PolicyRule): string {
  switch (effect) {
    case 'deny':
      return 'Deny.';
    case 'approve':
      return 'Require the approval of a manager.';
    case 'limit':
      return `Limit each agent to ${limit} calls in ${spanInWords(windowSeconds)}.`;
    case 'audit':
      return 'Record in the audit log.';
  }
}

/** `an hour`, `15 minutes`. */
export function spanInWords(seconds: number): string {
  if (seconds === 3600) return 'an hour';
  if (seconds === 60) return 'a minute';
  if (seconds % 3600 === 0) return `${seconds / 3600} hours`;
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}
