import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { publishedRuns } from '../../runs/rights-of.ts';
import { agentDetail } from './agent-form.ts';
import { countAgents, selectAgents } from './agent-store.ts';

/** Agents by name with their status and the results of their latest completed runs, and totals of both. */
export function listAgents(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    active?: 'yes' | 'no' | undefined;
  },
) {
  mustAllow(actor, 'read:agents');
  return ctx.read(actor, async (tx) => {
    const isActive = input.active === undefined ? null : input.active === 'yes';
    const filter = { search: containing(input.search), isActive };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const stored = await selectAgents(tx, filter, { after, limit: input.limit, userId: actor.userId });
    const workflowIds = stored.flatMap(({ workflowId }) => (workflowId === null ? [] : [workflowId]));
    const runs = await publishedRuns(tx, workflowIds);
    const rows = stored.map((one) => {
      const run = runs.get(one.workflowId ?? '');
      const { needs = [], sendsTo = [], published = null } = run ?? {};
      return { ...one, needs: [...needs], sendsTo: [...sendsTo], published };
    });
    const totals = await countAgents(tx, filter);
    return { ...onePage(rows, input.limit, (row) => [row.name, row.id]), total: totals.agents, totals };
  });
}

/** Throws NOT_FOUND. */
export function readAgent(ctx: AppContext, actor: Actor, id: string, environment?: string) {
  mustAllow(actor, 'read:agents');
  return ctx.read(actor, (tx) => agentDetail(tx, id, environment));
}
