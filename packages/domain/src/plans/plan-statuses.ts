/** Where a version of a plan stands: being written, paying, or at rest. */
export type PlanStatus = 'Draft' | 'Active' | 'Inactive';

export type PlanMove = 'activate' | 'deactivate';

/** The legal moves as data: from which standings a move starts, and where it leads (PLAN-9). */
export const PLAN_MOVES: Readonly<
  Record<PlanMove, { readonly from: readonly PlanStatus[]; readonly to: PlanStatus }>
> = {
  activate: { from: ['Draft', 'Inactive'], to: 'Active' },
  deactivate: { from: ['Active'], to: 'Inactive' },
};

/** The moves that are open now, for buttons. */
export function openMoves(status: PlanStatus): readonly PlanMove[] {
  return (Object.keys(PLAN_MOVES) as PlanMove[]).filter((move) => PLAN_MOVES[move].from.includes(status));
}

/**
 * Where the newest version stands of a plan that says which version pays: beside the one that pays a newer one waits. A plan
 * that lists its versions says it itself.
 */
export function newestStatus(plan: {
  readonly status: PlanStatus;
  readonly version: number;
  readonly activeVersion: number | null;
  readonly versions?: readonly { readonly version: number; readonly status: PlanStatus }[];
}): PlanStatus {
  const listed = plan.versions?.find(({ version }) => version === plan.version);
  if (listed) return listed.status;
  return plan.activeVersion !== null && plan.version > plan.activeVersion ? 'Draft' : plan.status;
}

/** Which version a change is written into: a draft itself, otherwise a new draft one number up; what has paid never changes. */
export function versionForChange(current: { readonly version: number; readonly status: PlanStatus }): {
  readonly version: number;
  readonly status: 'Draft';
} {
  return { version: current.status === 'Draft' ? current.version : current.version + 1, status: 'Draft' };
}
