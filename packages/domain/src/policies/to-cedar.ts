import type { Problem } from '../base/result.ts';
import { MAX_LIMIT, MAX_WINDOW_SECONDS, obligationText } from './obligations.ts';
import { approvedActions, callFields, type PolicyCondition, type PolicyRule } from './policy.ts';

/** The Cedar document of a form (GOV-3). Values are quoted, so no value changes the meaning of the document. */
export function cedarOf(rule: PolicyRule): string {
  const { effect, actions, conditions, exceptRoles } = rule;
  const obligation = obligationOf(rule);
  const lines = obligation === null ? [] : [`@obligation("${obligation}")`];
  const scope = actions.map((action) => `Action::"${action}"`);
  const action = scope.length === 1 ? `action == ${scope[0]}` : `action in [${scope.join(', ')}]`;
  lines.push(`${effect === 'deny' ? 'forbid' : 'permit'} (principal, ${action}, resource)`);
  if (conditions.length > 0) lines.push(`when { ${conditions.map(conditionText).join(' && ')} }`);
  if (exceptRoles.length > 0) {
    const roles = exceptRoles.map((role) => `Role::"${role}"`).join(', ');
    lines.push(`unless { principal in [${roles}] }`);
  }
  return `${lines.join('\n')};\n`;
}

/** Everything that is wrong with a form by itself; paths are its fields. */
export function ruleProblems(rule: PolicyRule): Problem[] {
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ rule: 'GOV-3', path, message });
  const { effect, actions, conditions, limit, windowSeconds } = rule;
  if (actions.length === 0) add('rule.actions', 'Choose at least one action.');
  if (effect === 'limit' && actions.some((action) => action !== 'call'))
    add('rule.actions', 'Only calls can be limited. Choose calls alone.');
  if (effect === 'approve' && actions.some((action) => !approvedActions.includes(action)))
    add('rule.actions', 'Only runs and deployments can wait for approval. Choose these alone.');
  if (effect === 'limit' && (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT))
    add('rule.limit', `Enter a limit from 1 to ${MAX_LIMIT} calls.`);
  if (
    effect === 'limit' &&
    (!Number.isInteger(windowSeconds) || windowSeconds < 1 || windowSeconds > MAX_WINDOW_SECONDS)
  )
    add('rule.windowSeconds', 'Enter a period of at most 24 hours.');
  for (const [at, { field, value }] of conditions.entries()) {
    if (value.trim() === '') add(`rule.conditions.${at}.value`, 'Enter a value, or remove the condition.');
    if (callFields.includes(field) && actions.some((action) => action !== 'call'))
      add(`rule.conditions.${at}.field`, 'Only calls have this fact. Choose calls alone as the action.');
  }
  return problems;
}

function obligationOf({ effect, limit, windowSeconds }: PolicyRule): string | null {
  switch (effect) {
    case 'deny':
      return null;
    case 'approve':
      return obligationText({ kind: 'approve', role: 'manager', count: 1 });
    case 'limit':
      return obligationText({ kind: 'limit', calls: limit, windowSeconds });
    case 'audit':
      return obligationText({ kind: 'audit' });
  }
}

function conditionText({ field, is, value }: PolicyCondition): string {
  const quoted = cedarString(value);
  switch (field) {
    case 'money':
      return is ? 'context.handlesMoney' : '!context.handlesMoney';
    case 'label':
      return `${is ? '' : '!'}context.labels.contains(${quoted})`;
    case 'risk':
    case 'trigger':
      return `context.${field} ${is ? '==' : '!='} ${quoted}`;
    case 'region':
    case 'kind':
    case 'classification':
      return `resource.${field} ${is ? '==' : '!='} ${quoted}`;
    case 'exposure':
      return `resource.risk ${is ? '==' : '!='} ${quoted}`;
  }
}

/** A text as a literal of Cedar. */
function cedarString(text: string): string {
  const inner = [...text].map((one) =>
    /[\p{L}\p{N} _.:@/+-]/u.test(one) ? one : `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `"${inner.join('')}"`;
}
