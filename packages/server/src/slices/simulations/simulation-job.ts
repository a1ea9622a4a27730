import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { defineJob, type TransactionJob } from '../../jobs/define-job.ts';
import { countPayees, historyHash, planHistories } from '../findings/plan-histories.ts';
import {
  insertPayees,
  type PayeeRow,
  type SimulationTerms,
  takeSimulation,
  updateEnded,
} from './simulation-store.ts';
import { simulationWork } from './simulation-work.ts';

const rowsAPortion = 500;

/** Lints, replays or simulates a plan over the stored records. */
export const simulationJob = defineJob<SimulationTerms>({
  kind: 'simulation',
  unexpected: 'The simulation stopped because of an internal error. Nothing was saved; try again.',
  readsSnapshot: true,
  load: takeSimulation,
  work: simulate,
  onEnd: async (tx, id, { status, message }) => {
    const nothing = { problems: [], inputHash: null, resultHash: null, result: null };
    await updateEnded(tx, id, { ...nothing, status, error: message });
  },
});

async function simulate(job: TransactionJob<SimulationTerms>): Promise<() => Promise<void>> {
  const { records, tx, subject: terms } = job;
  const { draft, baseline, span } = terms;
  const { planId } = baseline ?? draft;
  const compared = baseline === null || terms.kind === 'lint' ? [] : [baseline.document];
  const everyRate = terms.kind === 'monte-carlo';
  const scope = { planId, plans: [draft.document, ...compared] as const, span, everyRate };
  job.progress(0, await countPayees(records, planId, span));
  const work = simulationWork(terms);
  const { id: _, createdBy: __, draft: ___, baseline: ____, ...asked } = terms;
  const hashes = { draft: draft.documentHash, baseline: baseline?.documentHash ?? null };
  const inputHash = createHash('sha256').update(
    canonicalText({ ...asked, ...hashes, engine: ENGINE_VERSION }),
  );
  const resultHash = createHash('sha256');
  let waiting: PayeeRow[] = [];
  let done = 0;
  for await (const payee of planHistories(records, scope)) {
    inputHash.update(historyHash(payee));
    const taking = work.take(payee);
    for (;;) {
      const next = taking.next();
      if (next.done) {
        if (next.value !== null) {
          waiting.push(next.value);
          resultHash.update(canonicalText(next.value));
        }
        break;
      }
      await job.pause();
    }
    done += 1;
    job.progress(done);
    if (waiting.length >= rowsAPortion) {
      await insertPayees(tx, terms.id, waiting);
      waiting = [];
    }
    await job.pause();
  }
  await insertPayees(tx, terms.id, waiting);
  const result = work.result();
  const stored = {
    inputHash: inputHash.digest('hex'),
    resultHash: resultHash.update(canonicalText(result)).digest('hex'),
  };
  return async () => {
    await updateEnded(tx, terms.id, { ...stored, status: 'completed', error: null, problems: [], result });
    tx.record({
      action: 'simulation.completed',
      object: { type: 'simulation', id: terms.id },
      after: stored.resultHash,
      evidence: [stored.inputHash, stored.resultHash],
    });
  };
}
