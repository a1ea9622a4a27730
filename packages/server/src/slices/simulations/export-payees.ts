import type { SimulationPayee } from '@attain/contract/simulations/simulations';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { csvOf, xlsxOf, xlsxType } from '../../base/table-file.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectPayees, selectSimulation } from './simulation-store.ts';

export const payeeColumns = [
  'Participant id',
  'Participant',
  'Outcome',
  'Before',
  'After',
  'Delta',
  'Currency',
  'Loses in %',
  'Problem',
];
const rowsAPage = 1_000;

/** The files a simulation's payees can be had as. */
export type PayeesFormat = 'csv' | 'xlsx';

/** All payees of a simulation as a table for spreadsheets, by id. NOT_FOUND in other workspaces. */
export async function exportPayees(
  ctx: AppContext,
  actor: Actor,
  wanted: { simulationId: string; format: PayeesFormat },
): Promise<{ fileName: string; contentType: string; body: string | Buffer }> {
  mustAllow(actor, 'read:simulated-pay');
  found(anId(wanted.simulationId) || null, 'simulation');
  const { name, rows } = await ctx.read(actor, async (tx) => {
    const { replay, monteCarlo, draft } = found(
      await selectSimulation(tx, wanted.simulationId),
      'simulation',
    );
    const currency = replay?.currency ?? monteCarlo?.currency ?? '';
    const payees = await allPayees(tx, wanted.simulationId);
    return { name: `${draft.name} simulation`, rows: payees.map((one) => payeeCells(one, currency)) };
  });
  if (wanted.format === 'csv') {
    return {
      fileName: `${name}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: csvOf([payeeColumns, ...rows]),
    };
  }
  const body = await xlsxOf([{ name: 'Payees', rows: [payeeColumns, ...rows] }]);
  return { fileName: `${name}.xlsx`, contentType: xlsxType, body };
}

async function allPayees(tx: TenantTx, simulationId: string): Promise<readonly SimulationPayee[]> {
  const all: SimulationPayee[] = [];
  let after: readonly string[] | null = null;
  for (;;) {
    const page = await selectPayees(tx, {
      simulationId,
      after,
      search: null,
      outcome: null,
      sort: 'participant' as const,
      limit: rowsAPage - 1,
    });
    all.push(...page);
    const last = page.at(-1)?.participantId;
    if (page.length < rowsAPage || last === undefined) return all;
    after = [last, last];
  }
}

function payeeCells(payee: SimulationPayee, currency: string): string[] {
  const { participantId, participantName, outcome, before, after, delta, losesInPercent, problems } = payee;
  const amounts = [before ?? '', after ?? '', delta ?? ''];
  return [
    participantId,
    participantName,
    outcome,
    ...amounts,
    currency,
    losesInPercent ?? '',
    problems[0]?.message ?? '',
  ];
}
