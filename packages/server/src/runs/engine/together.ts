import { holdBack, type TenantTx } from '../../db/database.ts';

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
    const settled = await Promise.allSettled(asks.map((ask) => ask()));
    // only now: whoever is told earlier would roll back while others still ask
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }) as Answers<Asks>;
  }
  const answers: unknown[] = [];
  for (const ask of asks) answers.push(await ask());
  return answers as Answers<Asks>;
}
