/** Attain's simulation as a contestant; it tells how far it is every 100 ms, as a caller with a slider would want it. */

import { sharedMemory } from '../../../packages/domain/src/payouts/kernel/compiled-kernel.ts';
import { simulationLayout, writePrograms } from '../../../packages/domain/src/payouts/kernel/simulate.ts';
import { compete, took } from '../contestant.ts';
import { type CrewWork, startCrew } from '../crew.ts';
import { memberOf } from '../member.ts';
import {
  CHANGED_RATES_BPS,
  fillWhatIf,
  simulatePlainly,
  WHAT_IF,
  whatIfColumns,
  whatIfDigest,
} from '../what-if.ts';
import { TIER_STARTS, workloadPrograms } from '../workload.ts';

await compete(async (setting) => {
  const programs = workloadPrograms(CHANGED_RATES_BPS);
  const { payees, months, scenarios } = WHAT_IF;
  const layout = simulationLayout({
    payees,
    months,
    scenarios,
    programs,
    seed: setting.seed,
    threads: setting.threads,
  });
  const memory = sharedMemory(layout.bytes);
  const { buffer } = memory;
  const lines = payees * programs.length;
  writePrograms(buffer, layout);
  const columns = {
    history: new Int32Array(buffer, layout.at.history, lines * months),
    quota: new Float64Array(buffer, layout.at.quota, lines),
    cap: new Float64Array(buffer, layout.at.cap, lines),
  };
  fillWhatIf(columns, setting);
  const work: CrewWork = {
    memory,
    engine: setting.engine,
    mode: setting.policy,
    threads: setting.threads,
    simulation: layout,
  };
  const own = memberOf(work, 0);
  const crew = await startCrew(work);
  const payout = new Int32Array(buffer, layout.at.payout, lines * scenarios);
  const works = {
    simulate: () => {
      payout.fill(0);
      const time = took(() => crew.together({ act: 'simulate' }, () => own.obey({ act: 'simulate' })));
      if (new Uint8Array(buffer, layout.at.left, lines).includes(1)) throw new Error('a line left the range');
      return { ...time, digest: whatIfDigest(payout) };
    },
    plainly: () => {
      const plain = whatIfColumns(setting);
      let pays: Int32Array = new Int32Array();
      const time = took(() => {
        pays = simulatePlainly(plain, setting, TIER_STARTS);
      });
      return { ...time, digest: whatIfDigest(pays) };
    },
  };
  return { works, end: () => crew.stop() };
});
