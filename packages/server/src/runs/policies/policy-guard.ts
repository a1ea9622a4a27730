import { createHash } from 'node:crypto';
import { type Held, rolesHolding } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { GovernedAction } from '@attain/domain/policies/policy';
import { environmentWords, spanInWords } from '@attain/domain/policies/policy-words';
import type { PolicyRequest } from '@attain/domain/policies/request';
import { handlesMoney, labelsAt } from '@attain/domain/policies/workflow-facts';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Logger } from 'pino';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import type { NewRun } from '../engine/begin-runs.ts';
import { readPrepared } from '../engine/deliver-events.ts';
import { EffectFailed } from '../engine/effect-failed.ts';
import type { Performing } from '../engine/perform-effect.ts';
import {
  type AppliedSuggestion,
  applierOf,
  applyRequest,
  type PolicyStanding,
  standingsOf,
} from './apply-request.ts';
import {
  type Applier,
  addressOf,
  type CalledConnection,
  clientOf,
  type Deployer,
  resourceOf,
  rolesOf,
} from './asked-by.ts';
import { openDecisionLog } from './decision-log.ts';
import { takeSlots } from './limiter.ts';
import {
  type PolicyDecision,
  type PolicySet,
  readySet,
  selectGoverning,
  selectWatched,
} from './policy-sets.ts';

/** A version of an agent that a manager has to approve before it runs. */
export interface NeededApproval {
  readonly tenantId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly workflowVersion: number;
  readonly environment: string;
  readonly risk: string;
  /** SHA-256 over the version, the agent and the environment. */
  readonly hash: string;
  readonly askedBy: string;
  readonly policy: string;
}

/** What policies say of runs, changes and calls; each throws where they deny. */
export interface Policies {
  /** Throws POLICY_DENIED, or APPROVAL_REQUIRED after asking for approval. */
  guardStarts(tx: TenantTx, runs: readonly NewRun[]): Promise<void>;
  /** Throws POLICY_DENIED. */
  guardEdit(tx: TenantTx, actor: Actor, agent: EditedAgent): Promise<void>;
  /** Throws POLICY_DENIED. The policy that wants the version approved there; null: none does, or someone approved it. */
  judgeDeploy(tx: TenantTx, by: Deployer, agent: DeployedAgent): Promise<string | null>;
  /**
   * To be asked in the transaction that points an environment at a version, by the workflow’s document. Throws POLICY_DENIED, or
   * APPROVAL_REQUIRED after asking for approval; the same approval lets the version run there.
   */
  guardDeploy(tx: TenantTx, by: Deployer, agent: DeployedAgent): Promise<void>;
  /** Fails with POLICY_DENIED or THROTTLED. True: the call is to be recorded in the audit log. */
  guardCall(
    given: Pick<Performing, 'run' | 'effect'>,
    called: CalledConnection,
    calls?: number,
  ): Promise<boolean>;
  /** The same for a call that Attain makes itself for a user, without a run and with no data of records; limits count by caller. */
  guardOwnCall(
    actor: Pick<Actor, 'tenantId' | 'userId' | 'roles'>,
    called: CalledConnection,
    caller: string,
  ): Promise<boolean>;
  /** To be asked in the transaction that applies a suggestion (GOV-17). Throws POLICY_DENIED. */
  guardApply(tx: TenantTx, by: Applier, suggestion: AppliedSuggestion): Promise<void>;
  /** What each policy in force says of applying these suggestions; records nothing. */
  judgeApply(tx: TenantTx, by: Applier, suggestions: readonly AppliedSuggestion[]): Promise<PolicyStanding[]>;
  /** The policies of a workspace changed: the next decision reads them. */
  changed(tenantId: string): void;
  /** Stores what was decided until now. */
  flush(): Promise<void>;
}

export interface EditedAgent {
  readonly agentId: string;
  readonly name: string;
  readonly environment: string;
  readonly riskLevel: string;
}

/** A version of an agent, and the environment it is deployed to. */
export interface DeployedAgent extends EditedAgent {
  readonly workflow: Workflow;
  readonly workflowVersion: number;
  readonly documentHash: string;
}

interface GuardedAct {
  readonly set: PolicySet;
  readonly action: 'edit' | 'deploy';
  readonly agent: EditedAgent;
  readonly handlesMoney: boolean;
}

interface DecidedCall {
  readonly set: PolicySet;
  readonly request: PolicyRequest;
  readonly runId: string | null;
  /** Whose calls a limit counts. */
  readonly caller: string;
  readonly calls: number;
}

interface Ports {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Asks managers, unless they were asked about the same. */
  readonly askForApproval: (needed: NeededApproval) => Promise<void>;
}

interface ReadSet {
  readonly set: PolicySet;
  /** What the active policies and the drafts govern. */
  readonly governed: ReadonlySet<GovernedAction>;
  readonly readAt: number;
  readonly mark: string;
}

/** How long another process may decide by the policies before a change. */
const readAgainMs = 1_000;

/** Decides by the active policies of workspaces. */
export function openPolicies(ports: Ports): Policies {
  const { db, clock } = ports;
  const decisions = openDecisionLog(ports);
  const sets = new Map<string, ReadSet>();

  /** The policies of a workspace, if they were read just now; null: they are to be read. */
  const recentSet = (tenantId: string): ReadSet | null => {
    const known = sets.get(tenantId);
    return known && performance.now() - known.readAt < readAgainMs ? known : null;
  };

  /** The active policies, if one of them or a draft governs the action; null: there are none. */
  const governing = async (tx: TenantTx, action: GovernedAction): Promise<PolicySet | null> => {
    const recent = recentSet(tx.tenantId);
    if (recent !== null) return recent.governed.has(action) ? recent.set : null;
    const known = sets.get(tx.tenantId);
    const policies = await selectGoverning(tx);
    const mark = JSON.stringify(policies);
    const set = known?.mark === mark ? known.set : readySet(tx.tenantId, policies);
    const governed = new Set([...set.actions, ...(await selectWatched(tx))]);
    sets.set(tx.tenantId, { set, governed, readAt: performance.now(), mark });
    return governed.has(action) ? set : null;
  };

  const note = (
    tenantId: string,
    userId: string,
    noted: { request: PolicyRequest; decision: PolicyDecision; runId: string | null; message: string },
  ) => decisions.note({ tenantId, userId, ...noted, at: clock.now() });

  const guardStart = async (tx: TenantTx, set: PolicySet, run: NewRun) => {
    const { startedBy, workflowId, environment, trigger } = run;
    const { workflow } = await readPrepared(tx, run);
    const facts = await startFacts(tx, startedBy, workflowId);
    const agent = agentOf(facts, workflowId, workflow);
    const request: PolicyRequest = {
      principal: { id: startedBy, roles: facts.roles },
      action: 'run',
      resource: { type: 'Agent', id: agent.id, name: agent.name },
      facts: {
        environment,
        agent: facts.agentId ?? '',
        risk: facts.risk ?? 'low',
        handlesMoney: handlesMoney(workflow),
        trigger,
      },
      labels: [],
    };
    const decision = set.decide(request, { at: clock.now(), address: clientOf(run) });
    const message = deniedWords(
      decision,
      `run “${agent.name}” in ${environmentWords[environment] ?? environment}`,
    );
    note(tx.tenantId, startedBy, { request, decision, runId: null, message });
    if (decision.verdict === 'deny') throw new ApiError('POLICY_DENIED', message);
    await mustBeApproved(tx, decision, {
      tenantId: tx.tenantId,
      agentId: agent.id,
      agentName: agent.name,
      workflowVersion: run.version,
      environment,
      risk: request.facts.risk,
      hash: approvalHash(run.documentHash, agent.id, environment),
      askedBy: startedBy,
      before: 'it runs',
    });
  };

  /** Throws APPROVAL_REQUIRED, and asks managers, if a policy wants this version approved and no one has (GOV-11). */
  const mustBeApproved = async (
    tx: TenantTx,
    decision: PolicyDecision,
    { before, ...version }: Omit<NeededApproval, 'policy'> & { readonly before: string },
  ) => {
    const name = await unapprovedBy(tx, decision, version);
    if (name === null) return;
    // a second transaction here could wait for the connection that this one holds
    decisions.afterwards(() => ports.askForApproval({ ...version, policy: name }));
    throw new ApiError(
      'APPROVAL_REQUIRED',
      `A manager must approve version ${version.workflowVersion} of “${version.agentName}” before ${before}: policy “${name}”. The request is in Approvals.`,
    );
  };

  /** What policies say of a deployment; null: none governs it. Throws POLICY_DENIED. */
  const decideDeploy = async (tx: TenantTx, by: Deployer, { workflow, ...agent }: DeployedAgent) => {
    const set = await governing(tx, 'deploy');
    if (set === null) return null;
    return guardAct(tx, by, { set, action: 'deploy', agent, handlesMoney: handlesMoney(workflow) });
  };

  /** What someone does to an agent. Throws POLICY_DENIED. */
  const guardAct = (
    tx: TenantTx,
    actor: Deployer,
    { set, action, agent, handlesMoney }: GuardedAct,
  ): PolicyDecision => {
    const { agentId, name, environment, riskLevel } = agent;
    const request: PolicyRequest = {
      principal: { id: actor.userId, roles: rolesOf(actor.roles) },
      action,
      resource: { type: 'Agent', id: agentId, name },
      facts: { environment, agent: agentId, risk: riskLevel, handlesMoney, trigger: 'manual' },
      labels: [],
    };
    const decision = set.decide(request, { at: clock.now(), address: addressOf(actor) });
    const verb = action === 'edit' ? 'change' : 'deploy';
    const message = deniedWords(
      decision,
      `${verb} “${name}” ${action === 'edit' ? 'in' : 'to'} ${environmentWords[environment] ?? environment}`,
    );
    note(tx.tenantId, actor.userId, { request, decision, runId: null, message });
    if (decision.verdict === 'deny') throw new ApiError('POLICY_DENIED', message);
    return decision;
  };

  /** Fails with POLICY_DENIED or THROTTLED. True: the call is to be recorded in the audit log. */
  const decideCall = async (
    tenantId: string,
    { set, request, runId, caller, calls }: DecidedCall,
  ): Promise<boolean> => {
    const decision = set.decide(request, { at: clock.now(), address: null });
    const message = deniedWords(decision, `call “${request.resource.name}”`);
    note(tenantId, request.principal.id, { request, decision, runId, message });
    if (decision.verdict === 'deny') throw new EffectFailed('POLICY_DENIED', message);
    const limits = decision.obligations.flatMap(({ policy, obligation }) =>
      obligation.kind === 'limit'
        ? [
            {
              counter: `${policy.id}/${caller}`,
              calls: obligation.calls,
              windowSeconds: obligation.windowSeconds,
              policy: policy.name,
            },
          ]
        : [],
    );
    const reached = limits.length === 0 ? null : await takeSlots(db, tenantId, limits, calls);
    if (reached !== null) {
      const { limit, freeAt } = reached;
      const policy = limits.find(({ counter }) => counter === limit.counter)?.policy;
      const words = `Policy “${policy}” allows ${limit.calls} calls in ${spanInWords(limit.windowSeconds)}. The next call is possible at ${timeInWords(freeAt)}. ${whoCanChange()}`;
      throw new EffectFailed('THROTTLED', words, { retryable: true });
    }
    return decision.obligations.some(({ obligation }) => obligation.kind === 'audit');
  };

  return {
    guardStarts: async (tx, runs) => {
      if (runs.length === 0) return;
      const set = await governing(tx, 'run');
      if (set === null) return;
      for (const run of runs) await guardStart(tx, set, run);
    },
    guardEdit: async (tx, actor, agent) => {
      const set = await governing(tx, 'edit');
      if (set !== null) guardAct(tx, actor, { set, action: 'edit', agent, handlesMoney: false });
    },
    judgeDeploy: async (tx, by, agent) => {
      const decision = await decideDeploy(tx, by, agent);
      if (decision === null) return null;
      const { agentId, environment, documentHash } = agent;
      return unapprovedBy(tx, decision, {
        agentId,
        hash: approvalHash(documentHash, agentId, environment),
      });
    },
    guardDeploy: async (tx, by, agent) => {
      const decision = await decideDeploy(tx, by, agent);
      if (decision === null) return;
      const { agentId, name, environment, riskLevel, workflowVersion, documentHash } = agent;
      await mustBeApproved(tx, decision, {
        tenantId: tx.tenantId,
        agentId,
        agentName: name,
        workflowVersion,
        environment,
        risk: riskLevel,
        hash: approvalHash(documentHash, agentId, environment),
        askedBy: by.userId,
        before: 'it is deployed',
      });
    },
    guardCall: async ({ run, effect }, called, calls = 1) => {
      const { tenantId, startedBy } = run;
      if (recentSet(tenantId)?.governed.has('call') === false) return false;
      const asked = await db.within(tenantId, async (tx) => {
        const set = await governing(tx, 'call');
        if (set === null) return null;
        const facts = await callFacts(tx, run.id, startedBy);
        const { workflow } = await readPrepared(tx, run);
        return { set, facts, workflow };
      });
      if (asked === null) return false;
      const { set, facts, workflow } = asked;
      const agent = agentOf(facts, facts.rootWorkflowId, workflow);
      const request: PolicyRequest = {
        principal: { id: startedBy, roles: facts.roles },
        action: 'call',
        resource: resourceOf(called, facts.home),
        facts: {
          environment: facts.environment,
          agent: facts.agentId ?? '',
          risk: facts.risk ?? 'low',
          handlesMoney: handlesMoney(workflow),
          trigger: facts.trigger,
        },
        labels: labelsAt(workflow, effect.step.node, {
          region: facts.home,
          isStartedByRun: run.parentRunId !== null,
        }),
      };
      return decideCall(tenantId, { set, request, runId: run.id, caller: agent.id, calls });
    },
    guardOwnCall: async ({ tenantId, userId, roles }, called, caller) => {
      const asked = await db.within(tenantId, async (tx) => {
        const set = await governing(tx, 'call');
        return set === null ? null : { set, home: called.region === 'local' ? await homeOf(tx) : '' };
      });
      if (asked === null) return false;
      const { set, home } = asked;
      const request: PolicyRequest = {
        principal: { id: userId, roles: rolesOf(roles) },
        action: 'call',
        resource: resourceOf(called, home),
        facts: { environment: 'prod', agent: '', risk: 'low', handlesMoney: false, trigger: 'manual' },
        labels: [],
      };
      return decideCall(tenantId, { set, request, runId: null, caller, calls: 1 });
    },
    guardApply: async (tx, by, suggestion) => {
      const set = await governing(tx, 'apply');
      if (set === null) return;
      const request = await applyRequest(tx, await applierOf(tx, by), suggestion);
      const decision = set.decide(request, { at: clock.now(), address: addressOf(by) });
      const message = deniedWords(decision, `apply “${suggestion.title}”`);
      note(tx.tenantId, by.userId, { request, decision, runId: null, message });
      if (decision.verdict === 'deny') throw new ApiError('POLICY_DENIED', message);
    },
    judgeApply: async (tx, by, suggestions) => {
      const set = await governing(tx, 'apply');
      return set === null ? [] : standingsOf(tx, by, { set, at: clock.now(), suggestions });
    },
    changed: (tenantId) => void sets.delete(tenantId),
    flush: () => decisions.flush(),
  };
}

/** Sentences for the person concerned: what is denied, by which policy, why, and who can change it. */
function deniedWords({ denying, observing }: PolicyDecision, act: string): string {
  const [policy] = [...denying, ...observing];
  if (policy === undefined) return '';
  const why = policy.description === '' ? '' : ` ${policy.description}`;
  return `Policy “${policy.name}” doesn’t let you ${act}.${why} ${whoCanChange()}`;
}

function whoCanChange(): string {
  const names = rolesHolding(['edit:policies']).map((role) => roleNames[role]);
  return `Ask someone with the role ${names.join(' or ')} to change it.`;
}

/** `14:05:10 UTC`. */
function timeInWords(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}

interface Facts {
  readonly roles: string[];
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly risk: string | null;
}

/** The agent that a workflow belongs to; a workflow without one stands for itself. */
function agentOf({ agentId, agentName }: Facts, workflowId: string, { name }: Workflow) {
  return { id: agentId ?? `workflow/${workflowId}`, name: agentName ?? name };
}

async function startFacts(tx: TenantTx, userId: string, workflowId: string): Promise<Facts> {
  const { rows } = await tx.client.query<Facts & { roles: Held[] }>(
    `SELECT coalesce((SELECT roles FROM active_members WHERE user_id = $1), '{}') AS roles,
            a.agent_id AS "agentId", a.name AS "agentName", a.risk_level AS risk
       FROM (SELECT 1) AS one LEFT JOIN agent_registry a ON a.workflow_id = $2 LIMIT 1`,
    [userId, workflowId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('facts of a start are one row');
  return { ...row, roles: rolesOf(row.roles) };
}

async function homeOf(tx: TenantTx): Promise<string> {
  const { rows } = await tx.client.query<{ region: string }>(
    'SELECT region FROM data_regions WHERE tenant_id = $1 AND is_home',
    [tx.tenantId],
  );
  return rows[0]?.region ?? 'local';
}

type CallFacts = Facts & {
  readonly environment: string;
  readonly trigger: string;
  readonly rootWorkflowId: string;
  readonly home: string;
};

/** Facts of a run: the agent is that of the outermost run. */
async function callFacts(tx: TenantTx, runId: string, userId: string): Promise<CallFacts> {
  const { rows } = await tx.client.query<CallFacts & { roles: Held[] }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_run_id, workflow_id, 0 AS level FROM agent_executions WHERE id = $1
       UNION ALL
       SELECT p.id, p.parent_run_id, p.workflow_id, level + 1 FROM above c JOIN agent_executions p ON p.id = c.parent_run_id
        WHERE level < 20
     )
     SELECT coalesce((SELECT roles FROM active_members WHERE user_id = $2), '{}') AS roles,
            a.agent_id AS "agentId", a.name AS "agentName", a.risk_level AS risk,
            e.environment, e.execution_type AS trigger, o.workflow_id AS "rootWorkflowId",
            coalesce((SELECT region FROM data_regions WHERE is_home), 'local') AS home
       FROM agent_executions e
       JOIN (SELECT workflow_id FROM above ORDER BY level DESC LIMIT 1) AS o ON true
       LEFT JOIN agent_registry a ON a.workflow_id = o.workflow_id
      WHERE e.id = $1 LIMIT 1`,
    [runId, userId],
  );
  const [row] = rows;
  if (row === undefined) throw new EffectFailed('NOT_FOUND', 'The run no longer exists.');
  return { ...row, roles: rolesOf(row.roles) };
}

/** What an approval of a version in an environment is about. */
export function approvalHash(documentHash: string, agentId: string, environment: string): string {
  return createHash('sha256').update(`${documentHash}\n${agentId}\n${environment}`).digest('hex');
}

/** The policy that wants this version approved; null: none does, or someone approved it (GOV-11). */
async function unapprovedBy(
  tx: TenantTx,
  decision: PolicyDecision,
  version: { readonly agentId: string; readonly hash: string },
): Promise<string | null> {
  const approval = decision.obligations.find(({ obligation }) => obligation.kind === 'approve');
  if (approval === undefined || (await isApproved(tx, version.agentId, version.hash))) return null;
  return approval.policy.name;
}

/** A deployment of the version there was approved, its release, or the version itself. */
async function isApproved(tx: TenantTx, agentId: string, hash: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `SELECT 1 FROM attestation_records WHERE (kind = 'deployment' OR kind = 'agent-version' AND subject_id = $1
          OR kind = 'release-gate' AND subject_id LIKE '%/change-advisory') AND hash = $2
        AND status = 'approved' LIMIT 1`,
    [agentId, hash],
  );
  return rowCount !== 0;
}
