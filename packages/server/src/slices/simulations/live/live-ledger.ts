import type { Period } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import type { History } from '@attain/domain/findings/pay-history';
import type { Plan } from '@attain/domain/plans/plan';
import { creditingPlan } from '@attain/domain/simulations/live/crediting-plan';
import { LiveColumns } from '@attain/domain/simulations/live/live-columns';
import { livePay } from '@attain/domain/simulations/live/live-pay';
import { type LineReader, lineReader } from '@attain/domain/simulations/live/read-lines';
import { quickPayer } from '@attain/domain/simulations/payee-pay';
import { hashOf } from '../../../audit/canonical.ts';

/** Payees that may be calculated while somebody waits; more are left out, and the answer says so. */
const maxCalculated = 500;
/** About what a payee's records and a deal of them hold in memory. */
const bytesOf = { payee: 4_000, deal: 700 };

/** What one payee is paid: an amount in minor units, the problems of a payee who can't be paid, or words if left out. */
export type LivePaid = bigint | readonly Problem[] | string;

/** What payees are paid, and how many of them by the calculation because totals are not enough. */
export interface LivePaying {
  readonly paid: readonly LivePaid[];
  readonly calculated: number;
}

/** Totals of everyone assigned to a plan in a span, in memory, so that changed terms are paid without reading a record. */
export class LiveLedger {
  readonly payees: { readonly id: string; readonly name: string }[] = [];
  readonly #bySide = new Map<string, { readonly reader: LineReader; readonly columns: LiveColumns }>();
  /** Records of payees whom totals may not be enough for, by payee. */
  readonly #histories = new Map<number, History>();
  readonly #maxHistoryBytes: number;
  #historyBytes = 0;
  #keepsAll = true;
  readonly #known = new Map<string, LivePaying>();

  constructor(plans: readonly Plan[], span: Period, maxHistoryBytes: number) {
    this.#maxHistoryBytes = maxHistoryBytes;
    for (const plan of plans) {
      const crediting = creditingPlan(plan);
      const key = hashOf(crediting);
      if (this.#bySide.has(key)) continue;
      const reader = lineReader(crediting, span);
      const columns = new LiveColumns(reader.periods.length, crediting.components.length);
      this.#bySide.set(key, { reader, columns });
    }
  }

  /** About how much memory it holds. */
  get bytes(): number {
    let bytes = this.#historyBytes + this.payees.length * 200;
    for (const { columns } of this.#bySide.values()) bytes += columns.bytes;
    return bytes;
  }

  /** Adds the next payee. */
  add(history: History, name: string): void {
    const at = this.payees.length;
    this.payees.push({ id: history.payeeIds?.[0] ?? '', name });
    let isRead = true;
    for (const { reader, columns } of this.#bySide.values()) {
      const lines = reader.read(history);
      columns.add(lines.ok ? lines.value : null);
      isRead &&= lines.ok;
    }
    if (isRead && !this.#keepsAll) return;
    this.#histories.set(at, history);
    this.#historyBytes += sizeOf(history);
    if (this.#historyBytes > this.#maxHistoryBytes) this.#dropHistories();
  }

  /**
   * What everyone is paid by a plan of one of the crediting plans the ledger was read by. Calls `pause` between payees that are
   * calculated; it throws when nobody waits any more.
   */
  async pay(plan: Plan, pause: () => Promise<void>): Promise<LivePaying> {
    const side = this.#bySide.get(hashOf(creditingPlan(plan)));
    if (side === undefined) throw new Error('The ledger was read by another crediting plan.');
    const { pays } = livePay(plan, side.columns, side.reader.periods);
    const left = pays.flatMap((pay, at) => (typeof pay === 'string' ? [at] : []));
    const mayCalculate = left.length <= maxCalculated && left.every((at) => this.#histories.has(at));
    if (left.length === 0 || !mayCalculate) return { paid: pays, calculated: 0 };
    const paid: LivePaid[] = [...pays];
    const pay = quickPayer(plan);
    for (const at of left) {
      await pause();
      const found = pay(this.#histories.get(at)!);
      paid[at] = found.ok ? found.value.total : found.problems;
    }
    return { paid, calculated: left.length };
  }

  /** The same, kept: the plan that others are compared with. */
  async payKept(plan: Plan, pause: () => Promise<void>): Promise<LivePaying> {
    const key = hashOf(plan);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const paying = await this.pay(plan, pause);
    if (this.#known.size >= 4) this.#known.clear();
    this.#known.set(key, paying);
    return paying;
  }

  /** Keeps records only of payees without totals, or of nobody if even they are too many. */
  #dropHistories(): void {
    this.#keepsAll = false;
    this.#historyBytes = 0;
    for (const [at, history] of this.#histories) {
      const isRead = [...this.#bySide.values()].every(({ columns }) => columns.isRead(at));
      if (isRead) this.#histories.delete(at);
      else this.#historyBytes += sizeOf(history);
    }
    if (this.#historyBytes <= this.#maxHistoryBytes) return;
    this.#histories.clear();
    this.#historyBytes = 0;
  }
}

function sizeOf({ deals }: History): number {
  return bytesOf.payee + deals.length * bytesOf.deal;
}
