import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * What is asked on the connection until the end of this turn leaves in one piece: a write to a socket costs more than what is in
 * it, and whoever reads it is woken once.
 */
export function holdBack(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
