import { type Held, type Permission, scopeOf } from '../../access/permissions.ts';

/** As much of a node as says what it asks of whoever starts the run; settings that are expressions say nothing beforehand. */
export interface AskingStep {
  readonly type: string;
  /** A disabled step is never performed. */
  readonly disabled?: boolean | undefined;
  readonly config: {
    readonly what?: unknown;
    readonly database?: unknown;
    readonly query?: unknown;
    readonly provider?: unknown;
  };
}

/** Steps that reach outside use what the workspace is connected to: for those who operate workflows. */
const outside: readonly Permission[] = ['run:workflows'];

const planned: readonly Permission[] = ['read:plans'];

/** What may be read of a workspace’s own records, under the name that the database nodes use, with the right it asks for. */
export const recordRights: Readonly<Record<string, Permission>> = {
  deals: 'read:deals',
  quotas: 'read:quotas',
  territories: 'read:territories',
  'exchange-rates': 'read:exchange-rates',
  participants: 'read:participants',
  plans: 'read:plans',
  assignments: 'read:plans',
  calculations: 'read:calculations',
  payouts: 'read:payouts',
  statements: 'read:statements',
  payments: 'read:payments',
  payees: 'read:payments',
  draws: 'read:payments',
  holds: 'read:payments',
  clawbacks: 'read:payments',
};

const asked: Readonly<Record<string, (config: AskingStep['config']) => readonly Permission[]>> = {
  import_deals: () => ['import:records', 'read:imports'],
  calculate_pay: () => [...planned, 'run:calculations', 'read:calculations'],
  explain_pay: () => ['read:payouts'],
  validate_payouts: () => ['read:payouts'],
  simulate_plan: () => [...planned, 'run:simulations', 'read:simulations'],
  create_suggestion: () => [...planned, 'make:suggestions', 'read:suggestions'],
  open_dispute: () => ['open:disputes'],
  resolve_dispute: () => ['resolve:disputes'],
  read_workspace: ({ what }) => {
    if (what === 'measures') return ['read:payouts'];
    return what === 'disputes' ? ['read:disputes'] : planned;
  },
  database_read: ({ database, query }) => (database === 'attain' ? recordRight(query) : outside),
  database_write: ({ database }) => (database === 'attain' ? ['adjust:payments'] : outside),
  llm: ({ provider }) => (provider === undefined || provider === '' || provider === 'offline' ? [] : outside),
  api_call: () => outside,
  crm: () => outside,
  chat: () => outside,
  ticket: () => outside,
  document: () => outside,
  storage: () => outside,
  payment: () => outside,
  email: () => outside,
  sms: () => outside,
};

/** The types of node that ask for a right; all others ask for none. */
export const askingTypes: readonly string[] = Object.keys(asked);

/**
 * What somebody must be allowed to do so that no step of a workflow is refused (WF-35): steps run under the rights of whoever
 * starts them. Each right once, in the order of the alphabet.
 */
export function rightsNeeded(steps: readonly AskingStep[]): readonly Permission[] {
  const all = steps.flatMap(({ type, config, disabled }) =>
    !disabled && Object.hasOwn(asked, type) ? (asked[type]?.(config) ?? []) : [],
  );
  return [...new Set(all)].sort();
}

/** The steps that would be refused to somebody with these roles, because they lack a right the step needs (WF-35). */
export function lackingSteps<Step extends AskingStep>(
  held: readonly Held[],
  steps: readonly Step[],
): readonly Step[] {
  return steps.filter((step) => rightsNeeded([step]).some((right) => scopeOf(held, right) === null));
}

function recordRight(query: unknown): readonly Permission[] {
  const name = typeof query === 'string' ? query.trim().toLowerCase() : '';
  const right = Object.hasOwn(recordRights, name) ? recordRights[name] : undefined;
  return right === undefined ? [] : [right];
}
