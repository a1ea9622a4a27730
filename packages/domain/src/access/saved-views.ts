import { type Held, type Permission, scopeOf } from './permissions.ts';

/**
 * The lists that have saved views (ACCESS-46): who may read them, and the parameters of their address that open a row or a dialog,
 * which no view keeps.
 */
export const viewedLists = {
  plans: { needs: 'read:plans', opens: [] },
  assignments: { needs: 'read:participants', opens: [] },
  quotas: { needs: 'read:quotas', opens: [] },
  records: { needs: 'read:deals', opens: ['deal', 'note'] },
  statements: { needs: 'read:statements', opens: [] },
  payouts: { needs: 'read:payouts', opens: [] },
  payments: { needs: 'read:payments', opens: ['note'] },
  tracking: { needs: 'read:attainment', opens: ['payee', 'note'] },
  disputes: { needs: 'read:disputes', opens: ['dispute'] },
  simulations: { needs: 'read:simulations', opens: [] },
  'simulated-payees': { needs: 'read:simulated-pay', opens: [] },
  audit: { needs: 'read:audit', opens: [] },
  approvals: { needs: 'read:tasks', opens: ['request', 'pay'] },
  tasks: { needs: 'read:tasks', opens: ['task'] },
  imports: { needs: 'read:imports', opens: ['connector'] },
  agents: { needs: 'read:agents', opens: [] },
  workflows: { needs: 'read:workflows', opens: ['workflow', 'run', 'drawn'] },
  'workflow-runs': { needs: 'read:workflow-runs', opens: ['run'] },
  people: { needs: 'read:people', opens: ['review'] },
} as const satisfies Record<string, { readonly needs: Permission; readonly opens: readonly string[] }>;

export type ViewedList = keyof typeof viewedLists;

/** Names of the lists. */
export const viewedListNames = Object.keys(viewedLists) as [ViewedList, ...ViewedList[]];

/** Names of an address's parameters that a view can keep. */
export const viewParameter = /^[a-zA-Z]{1,40}$/;

/** Limits of saved views. */
export const viewLimits = {
  name: 60,
  /** Of one person on one list. */
  perList: 100,
  /** Of one list, by everyone. */
  shared: 100,
  parameters: 20,
  value: 500,
} as const;

/** Whether someone may rename, change, share or delete a view: their own, and shared ones by who edits the workspace (ACCESS-46). */
export function mayChangeView(
  actor: { readonly userId: string; readonly roles: readonly Held[] },
  view: { readonly ownerId: string; readonly isShared: boolean },
): boolean {
  return view.ownerId === actor.userId || (view.isShared && scopeOf(actor.roles, 'edit:workspace') !== null);
}
