import type { Writable } from 'node:stream';
import type { TenantTx } from '../../db/database.ts';

type Answers<Asks extends readonly (() => Promise<unknown>)[]> = {
  -readonly [At in keyof Asks]: Awaited<ReturnType<Asks[At]>>;
};

/**
 * Asks statements that do not need each other's answers, in this order: of a pipelined transaction all of them on one way to the
 * database and back, else one after the other. When one fails, so does the transaction.
 */
export async function together<const Asks extends readonly (() => Promise<unknown>)[]>(
  tx: Pick<TenantTx, 'pipelined' | 'client'>,
  asks: Asks,
): Promise<Answers<Asks>> {
  if (tx.pipelined) {
    holdBack(tx.client);
    return (await Promise.all(asks.map((ask) => ask()))) as Answers<Asks>;
  }
  const answers: unknown[] = [];
  for (const ask of asks) answers.push(await ask());
  return answers as Answers<Asks>;
}

/** What is written until the end of this turn leaves in one piece: a write to a socket costs more than what is in it. */
function holdBack(client: TenantTx['client']): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
