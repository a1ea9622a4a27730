import type { RoundingMode } from '../../base/ratio.ts';
import { kernelInstance, type SharedMemory } from './compiled-kernel.ts';
import { LinePieces, roundedPay } from './line-pieces.ts';
import { encodePrograms, type PayProgram } from './pay-program.ts';

/** What a simulation draws from and pays by. */
export interface SimulationShape {
  readonly payees: number;
  readonly programs: readonly PayProgram[];
  /** How many months there are to draw from; as many are drawn for each year. */
  readonly months: number;
  readonly scenarios: number;
  readonly seed: number;
  readonly threads: number;
}

/** Where a simulation stands in the memory; lines are payee × components + component. */
export interface SimulationLayout extends SimulationShape {
  readonly bytes: number;
  readonly at: {
    /** Credit of each line and month, int32. */
    readonly history: number;
    /** Of each line, float64. */
    readonly quota: number;
    readonly target: number;
    readonly cap: number;
    readonly programs: number;
    readonly programAt: number;
    /** Pay of each payee, scenario and component, int32. */
    readonly payout: number;
    /** 1 where a line left the proven range (KERNEL-4) and its pay does not count; by line, uint8. */
    readonly left: number;
    readonly header: readonly number[];
    readonly drawn: readonly number[];
    readonly pieces: readonly number[];
  };
}

/** Pays one payee in every scenario; the result depends on the seed alone, not on who pays whom when (KERNEL-8). */
export type PaySimulated = (payee: number) => void;

/** Plans the memory of a simulation. */
export function simulationLayout(shape: SimulationShape): SimulationLayout {
  const lines = shape.payees * shape.programs.length;
  const perThread = <T>(make: () => T) => Array.from({ length: shape.threads }, make);
  const longest = Math.max(...shape.programs.map(({ pieces }) => pieces.length));
  let next = 64;
  const place = (bytes: number) => {
    const at = next;
    next = Math.ceil((next + bytes) / 64) * 64;
    return at;
  };
  const at = {
    history: place(lines * shape.months * 4),
    quota: place(lines * 8),
    target: place(lines * 8),
    cap: place(lines * 8),
    programs: place(encodePrograms(shape.programs).words.length * 8),
    programAt: place(shape.programs.length * 4),
    payout: place(lines * shape.scenarios * 4),
    left: place(lines),
    header: perThread(() => place(64)),
    drawn: perThread(() =>
      place(shape.scenarios * 16 * Math.ceil(shape.months / 4) + 16 * shape.months + 2 * (64 + 48 * longest)),
    ),
    pieces: perThread(() => place(256)),
  };
  return { ...shape, bytes: next, at };
}

/** Writes the programs into the memory; history and lines are the caller's to write. */
export function writePrograms(memory: ArrayBufferLike, { programs, at }: SimulationLayout): void {
  const { words, starts } = encodePrograms(programs);
  new Float64Array(memory, at.programs, words.length).set(words);
  new Uint32Array(memory, at.programAt, starts.length).set(starts.map((start) => start * 8));
}

/** The compiled simulation; one a thread. */
export function compiledSimulation(
  memory: SharedMemory,
  layout: SimulationLayout,
  own: { readonly thread: number; readonly mode: RoundingMode },
): PaySimulated {
  const { at } = layout;
  const header = at.header[own.thread]!;
  const kernel = kernelInstance(memory);
  kernel.placePieces(at.pieces[own.thread]!);
  new Uint32Array(memory.buffer, header, 13).set([
    ...[at.history, at.quota, at.target, at.cap, at.programs, at.programAt, at.payout, at.left],
    ...[layout.programs.length, layout.months, layout.scenarios, layout.seed, at.drawn[own.thread]!],
  ]);
  const halfUp = own.mode === 'HALF_UP';
  return (payee) => kernel.simulatePayee(header, payee, halfUp);
}

/** The same in TypeScript. */
export function typescriptSimulation(
  memory: ArrayBufferLike,
  layout: SimulationLayout,
  own: { readonly thread: number; readonly mode: RoundingMode },
): PaySimulated {
  const { at, months, scenarios, seed } = layout;
  const components = layout.programs.length;
  const floats = new Float64Array(memory);
  const words = new Int32Array(memory);
  const bytes = new Uint8Array(memory);
  const run = new LinePieces(floats);
  const rounding = { limit: 0, mode: own.mode };
  const drawn = at.drawn[own.thread]!;

  function pay(payee: number, component: number): void {
    const line = payee * components + component;
    const program = (at.programs + words[at.programAt / 4 + component]!) / 8;
    rounding.limit = floats[at.cap / 8 + line]!;
    const own = {
      quota: floats[at.quota / 8 + line]!,
      target: floats[at.target / 8 + line]!,
      cap: rounding.limit,
    };
    const history = at.history / 4 + line * months;
    let inRange = run.fill(program, own);
    bytes[at.left + line] = inRange ? 0 : 1;
    for (let scenario = 0; inRange && scenario < scenarios; scenario++) {
      let credit = 0;
      for (let k = 0; k < months; k++) credit += words[history + bytes[drawn + scenario * months + k]!]!;
      const x = run.scale * credit;
      inRange = (x >= run.lo && x < run.hi) || run.move(x);
      if (!inRange) bytes[at.left + line] = 1;
      words[at.payout / 4 + (payee * scenarios + scenario) * components + component] = inRange
        ? roundedPay(run.base + run.slope * x, run.divisor, rounding)
        : 0;
      inRange = true;
    }
  }

  return (payee) => {
    const person = mixed(seed ^ Math.imul(payee, 0x9e3779b1));
    for (let scenario = 0, to = drawn; scenario < scenarios; scenario++) {
      const dice = person ^ Math.imul(scenario, 0x85ebca77);
      for (let k = 0; k < months; k++, to++) {
        bytes[to] = Math.floor(
          (mixed((dice + Math.imul(k, 0xc2b2ae3d)) | 0) >>> 0) * (months / 0x1_0000_0000),
        );
      }
    }
    for (let component = 0; component < components; component++) pay(payee, component);
  };
}

/** The finishing function of MurmurHash3. */
function mixed(word: number): number {
  let h = word;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
