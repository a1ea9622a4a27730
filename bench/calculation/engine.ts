/**
 * The engine alone, in memory: generates a case, pays all its periods with nothing stored, and prints one line of JSON:
 * milliseconds, the most memory held, and a checksum over what every deal earned. Started by `bench/calculation.ts`.
 */

import { createHash } from 'node:crypto';
import { calculate } from '../../packages/domain/src/payouts/calculate.ts';
import { watchMemory } from '../measuring.ts';
import { adventureWorksCase, type Case, yearCase } from './cases.ts';

const [name, deals, payees] = process.argv.slice(2);
const chosen =
  name === 'adventureworks'
    ? adventureWorksCase()
    : yearCase({ deals: Number(deals), payees: Number(payees) });
if (chosen === null) throw new Error('the files of AdventureWorks are missing next to this checkout');
console.log(JSON.stringify(run(chosen)));

function run(one: Case): { ms: number; peakRssMb: number; credits: number; sum: string } {
  const participants = [...one.participants];
  const quotas = [...one.quotas];
  const deals = [...one.deals];
  const memory = watchMemory();
  let ms = 0;
  let sum = 0n;
  let credits = 0;
  for (const period of one.periods) {
    const own = deals.filter((deal) => deal.date >= period.from && deal.date <= period.to);
    const asked = quotas.filter((quota) => quota.from >= period.from && quota.to <= period.to);
    const from = performance.now();
    const paid = calculate({
      plan: one.plan,
      period,
      participants,
      quotas: asked,
      deals: own,
      exchangeRates: [],
    });
    ms += performance.now() - from;
    if (!paid.ok) throw new Error(JSON.stringify(paid.problems.slice(0, 3)));
    for (const line of paid.value.lines) {
      for (const { dealId, earned } of line.credits) {
        sum += digest(`${period.key}|${line.participantId}|${line.componentId}|${dealId}|${earned}`);
        credits += 1;
      }
    }
  }
  return { ms, peakRssMb: memory.stop(), credits, sum: String(sum) };
}

/** The first 60 bits of a text's MD5, as PostgreSQL computes them on its side. */
function digest(text: string): bigint {
  return BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, 15)}`);
}
