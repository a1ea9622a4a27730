import { type Role, roles, rolesHolding } from '../access/permissions.ts';
import { roleNames } from '../access/role-names.ts';
import { checkWorkflow } from './check-workflow.ts';
import { titleOf, type WorkflowProblem } from './connect.ts';
import { nodeType } from './nodes/node-types.ts';
import { MAX_PROBLEMS } from './parse-workflow.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';
import { graphOf } from './workflow-graph.ts';

/** The roles whose members can answer tasks. */
export const taskRoles: readonly Role[] = rolesHolding(['decide:tasks']);

/**
 * Everything that keeps a draft from being published. Stricter than `checkWorkflow`, which also judges stored versions: a version
 * that was published under older rules keeps running.
 */
export function publishProblems(workflow: Workflow): readonly WorkflowProblem[] {
  const graph = graphOf(workflow);
  const recipients = workflow.nodes.flatMap((node, at) =>
    nodeType(node.type)?.working === 'task' && !node.disabled
      ? recipientProblems(node, { path: `nodes[${at}].config`, title: titleOf(graph, node.id) })
      : [],
  );
  return [...checkWorkflow(workflow), ...recipients].slice(0, MAX_PROBLEMS);
}

/** User names that a workflow's tasks name; whether these people exist is known only in a workspace. */
export function namedPeople(
  workflow: Workflow,
): readonly { readonly username: string; readonly path: string; readonly node: string }[] {
  return workflow.nodes.flatMap(({ id, type, config, disabled }, at) => {
    if (disabled || nodeType(type)?.working !== 'task') return [];
    const { assignee, escalateTo } = config;
    const person = (field: string, value: unknown) =>
      typeof value === 'string' && value !== '' && !isComputed(value)
        ? [{ username: value, path: `nodes[${at}].config.${field}`, node: id }]
        : [];
    return [...person('assignee', assignee), ...(isRole(escalateTo) ? [] : person('escalateTo', escalateTo))];
  });
}

/** Whether a text is the name of a role, and so of its queue. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

/** Whether a recipient is known only when the run is there. */
function isComputed(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}

function recipientProblems(
  { id, config: { assignee = '', queue = '', escalateTo = '' } }: WorkflowNode,
  { path, title }: { readonly path: string; readonly title: string },
): readonly WorkflowProblem[] {
  const problem = (field: string, message: string) => ({
    rule: 'WF-60',
    path: `${path}.${field}`,
    message,
    node: id,
  });
  if (assignee === '' && queue === '')
    return [problem('queue', `${title} has no recipient. Set an assignee or a queue.`)];
  const options = taskRoles.join(', ');
  return [
    ...(queue === '' || isComputed(queue) || taskRoles.some((role) => role === queue)
      ? []
      : [problem('queue', `“${String(queue)}” can't receive tasks. Use one of these roles: ${options}.`)]),
    ...(isRole(escalateTo) && !taskRoles.includes(escalateTo)
      ? [
          problem(
            'escalateTo',
            `${roleNames[escalateTo]} can't receive tasks. Use a user name or one of: ${options}.`,
          ),
        ]
      : []),
  ];
}
