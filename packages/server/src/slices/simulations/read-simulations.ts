import type { Simulation, SimulationPayee } from '@attain/contract/simulations/simulations';
import { isDecimal } from '@attain/domain/base/decimal';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { seenSimulation } from './seen-simulation.ts';
import { type PayeeOrder, selectPayees, selectSimulation, selectSimulations } from './simulation-store.ts';

/** Simulations of the workspace, newest first. */
export function listSimulations(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    planId?: string | undefined;
    kind?: Simulation['kind'] | undefined;
  },
) {
  mustAllow(actor, 'read:simulations');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const { planId = null, kind = null, limit } = input;
    const rows = await selectSimulations(tx, { planId, kind, after, limit });
    const seen = rows.map((row) => seenSimulation(actor, row));
    return onePage(seen, limit, (row) => [row.createdAt, row.id]);
  });
}

/** One simulation with progress and result. NOT_FOUND in other workspaces. */
export function readSimulation(ctx: AppContext, actor: Actor, id: string): Promise<Simulation> {
  mustAllow(actor, 'read:simulations');
  return ctx.read(actor, async (tx) =>
    seenSimulation(actor, found(await selectSimulation(tx, id), 'simulation')),
  );
}

/** What each payee would gain or lose, page by page; a lint has no payees. Throws NOT_FOUND in other workspaces. */
export function listSimulationPayees(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    outcome?: SimulationPayee['outcome'] | undefined;
    sort: PayeeOrder;
  },
) {
  mustAllow(actor, 'read:simulated-pay');
  return ctx.read(actor, async (tx) => {
    found(await selectSimulation(tx, input.id), 'simulation');
    const { id, limit, sort, outcome = null } = input;
    const after = decodeTypedCursor(input.cursor, [sort === 'participant' ? anyText : isDecimal, anyText]);
    const search = containing(input.search);
    const rows = await selectPayees(tx, { simulationId: id, search, outcome, sort, after, limit });
    return onePage(rows, limit, (row) => [
      sort === 'participant' ? row.participantId : (row.delta ?? '0'),
      row.participantId,
    ]);
  });
}
