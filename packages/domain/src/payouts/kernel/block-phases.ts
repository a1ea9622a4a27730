import type { RoundingMode } from '../../base/ratio.ts';
import type { LedgerEngine } from './engine.ts';
import type { LedgerLayout } from './ledger-layout.ts';
import { groupPayer } from './pay-group.ts';
import { groupSort } from './sort-block.ts';

/** The phases in TypeScript: for wherever the compiled kernel cannot run, and to be compared with it. */
export function typescriptEngine(
  memory: ArrayBufferLike,
  layout: LedgerLayout,
  own: { readonly thread: number; readonly mode: RoundingMode },
): LedgerEngine {
  const { at, rows, shift, stride, components, periods } = layout;
  const words = new Int32Array(memory);
  const payee = new Uint32Array(memory, at.payee, rows);
  const component = new Uint8Array(memory, at.component, rows);
  const day = new Uint16Array(memory, at.day, rows);
  const sort = groupSort(words, layout, own.thread);
  const pay = groupPayer(memory, layout, own.mode);
  const counts = at.counts / 4 + own.thread * layout.blocks;
  const cursors = at.cursors / 4 + own.thread * layout.blocks;
  return {
    histogram: (from, to) => {
      words.fill(0, counts, counts + layout.blocks);
      for (let i = from; i < to; i++) {
        const place = counts + (payee[i]! >>> shift);
        words[place] = words[place]! + 1;
      }
    },
    partition: (from, to) => {
      const mask = (1 << shift) - 1;
      const perComponent = periods * stride;
      const perPayee = components * perComponent;
      const amounts = at.amount / 4;
      const keys = at.dayKey / 4;
      for (let i = from; i < to; i++) {
        const who = payee[i]!;
        const cursor = cursors + (who >>> shift);
        const bytes = words[cursor]!;
        const place = bytes >>> 2;
        words[cursor] = bytes + 8;
        words[place] = (who & mask) * perPayee + component[i]! * perComponent + words[keys + day[i]!]!;
        words[place + 1] = words[amounts + i]!;
      }
    },
    payBlock: (block) => {
      let group = (block << shift) * components * periods;
      sort(block, (from, to) => {
        pay.sorted(group, from, to);
        group += 1;
      });
    },
    gather: (from, to) => {
      const earned = at.earned / 4;
      for (let i = from; i < to; i++) {
        const cursor = cursors + (payee[i]! >>> shift);
        const bytes = words[cursor]!;
        words[cursor] = bytes + 4;
        words[earned + i] = words[bytes >>> 2]!;
      }
    },
    payClustered: (ledger, from, to) => {
      for (let group = from; group < to; group++) pay.clustered(ledger, group);
    },
  };
}
