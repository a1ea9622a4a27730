import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** The columns of the generated file, in order. */
export const COLUMNS = 'id,date,amount,currency,participant,kind,product,territory,customer';

/** How many participants the generated deals refer to: P0, P1 …. */
const PEOPLE = 10_000;

/** Writes deals that look like an export: dates all over a year, returns, two currencies, a quoted name in every tenth row. */
export async function writeDeals(path: string, rowCount: number): Promise<void> {
  const out = createWriteStream(path);
  let seed = 20_240_101;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * limit);
  };
  out.write(`${COLUMNS}\n`);
  let text = '';
  for (let i = 0; i < rowCount; i++) {
    const day = new Date(Date.UTC(2024, 0, 1 + below(366))).toISOString().slice(0, 10);
    const amount = `${below(33) === 0 ? '-' : ''}${below(50_000)}.${String(below(10_000)).padStart(4, '0')}`;
    const customer = below(10) === 0 ? `"Customer ${below(50_000)}, Inc."` : `Customer ${below(50_000)}`;
    const head = `ORD-${String(i).padStart(8, '0')},${day},${amount},${below(5) === 0 ? 'EUR' : 'USD'},P${below(PEOPLE)}`;
    text += `${head},${below(9) === 0 ? 'renewal' : 'sale'},Product ${below(200)},Region ${below(12)},${customer}\n`;
    if (text.length < 1_000_000 && i < rowCount - 1) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end();
  await once(out, 'finish');
}

/** The people the deals refer to, as a CSV text. */
export function peopleText(): string {
  return `id,name\n${Array.from({ length: PEOPLE }, (_, i) => `P${i},Person ${i}\n`).join('')}`;
}
