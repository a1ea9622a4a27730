/** The oracle in a process of its own: it needs a lot of memory and no speed. */

import { compete } from '../contestant.ts';
import { oracle } from '../oracle.ts';
import { fillDeals, fillGroups, GROUPS } from '../workload.ts';

await compete(async (setting) => {
  const { rows } = setting;
  const columns = {
    payee: new Uint32Array(rows),
    component: new Uint8Array(rows),
    day: new Uint16Array(rows),
    amount: new Int32Array(rows),
    quota: new Float64Array(GROUPS),
    cap: new Float64Array(GROUPS),
  };
  fillDeals(columns, setting);
  fillGroups(columns, setting);
  const works = { pay: () => ({ ms: 0, digest: oracle(columns, columns, setting.policy) }) };
  return { works, end: async () => {} };
});
