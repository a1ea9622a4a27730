/** A thread of the crew: waits for an order on the board, does its part of it, and waits again. */

import { parentPort, workerData } from 'node:worker_threads';
import type { CrewWork, Order } from './crew.ts';
import { memberOf } from './member.ts';

const { work, board, thread } = workerData as { work: CrewWork; board: Int32Array; thread: number };
const member = memberOf(work, thread);
const text = new Uint8Array(board.buffer, 64);

parentPort?.postMessage('ready');
for (let seen = 0; ; seen++) {
  while (Atomics.load(board, 0) === seen) Atomics.wait(board, 0, seen);
  const letters = text.slice(0, Atomics.load(board, 1));
  const order = JSON.parse(new TextDecoder().decode(letters)) as Order;
  if (order.act === 'stop') break;
  member.obey(order);
}
