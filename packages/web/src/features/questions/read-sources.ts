import type { Scope } from '@attain/domain/access/permissions';
import { client } from '../../api/client.ts';
import type { StatementRow } from '../../api/shapes.ts';
import { newestOf, type Part, type RunName, type Sources } from './sources.ts';

const max = 1000;
const part = <Row>(page: { rows: readonly Row[]; nextCursor: string | null }): Part<Row> => ({
  rows: page.rows,
  cut: page.nextCursor !== null,
});

/** Sources of the signed-in user, read over the network until the signal aborts. */
export function sourcesOf(
  person: { participantId: string | null; scope: Scope; mayReadRuns: boolean },
  signal: AbortSignal,
): Sources {
  const options = { signal };
  const sources: Sources = {
    ownId: person.participantId,
    scope: person.scope,
    runs: async () => part(await client.calculations.list({ limit: max }, options)),
    runNames: async () => {
      if (person.mayReadRuns) {
        const { rows, cut } = await sources.runs();
        return { rows: newestOf(rows), cut };
      }
      const { rows, cut } = await sources.statements({});
      return { rows: namesOf(rows), cut };
    },
    statements: async (of) => part(await client.statements.list({ ...of, limit: max }, options)),
    statement: (runId, participantId) => client.statements.get({ runId, participantId }, options),
    lines: async (runId, sort, limit) => (await client.payouts.list({ runId, sort, limit }, options)).rows,
    deals: async (filter, limit) => (await client.records.deals({ ...filter, limit }, options)).rows,
    imports: async () => part(await client.imports.list({ limit: max }, options)),
  };
  return sources;
}

function namesOf(statements: readonly StatementRow[]): readonly RunName[] {
  const byId = new Map(statements.map((row) => [row.runId, row]));
  return [...byId.values()].map(({ runId, planName, period }) => ({ id: runId, planName, period }));
}
