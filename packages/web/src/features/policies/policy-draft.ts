import type { PolicyRule, PolicyTarget } from '@attain/domain/policies/policy';
import type { PolicyContent, PolicyDetail } from '../../api/shapes.ts';

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
  };
}

/** The line and column a problem names: `document:2:8`; null if it names none. */
export function placeIn(path: string): { line: number; column: number } | null {
  const [, line, column] = /^document:(\d+):(\d+)$/.exec(path) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}
