import { KERNEL_MODULE } from './compiled-module.ts';

/** The little of WebAssembly that is asked of whatever runs this: Node, a browser or a worker. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  readonly Memory: new (size: { initial: number; maximum: number; shared: boolean }) => SharedMemory;
}

/** Memory that threads and compiled code share; `buffer` is a SharedArrayBuffer. */
export interface SharedMemory {
  readonly buffer: ArrayBufferLike;
}

/** What the compiled module lets be called; places are bytes, `group` and `row` numbers from 0. */
export interface KernelExports {
  setup(header: number): void;
  placePieces(at: number): void;
  histogram(thread: number, from: number, to: number): void;
  partition(thread: number, from: number, to: number): void;
  gather(thread: number, from: number, to: number): void;
  paySlots(block: number, slots: number, sorted: number, halfUp: boolean): void;
  payTwoPasses(block: number, work: number, sorted: number, halfUp: boolean): void;
  payClustered(
    starts: number,
    amounts: number,
    earned: number,
    from: number,
    to: number,
    halfUp: boolean,
  ): void;
  readRows(reading: number, at: number, end: number, row: number): number;
  simulatePayee(simulation: number, payee: number, halfUp: boolean): void;
}

const PAGE = 65_536;
const MAX_PAGES = 65_536;

function assembly(): Assembly {
  const found = (globalThis as { readonly WebAssembly?: Assembly }).WebAssembly;
  if (found === undefined) throw new Error('WebAssembly is not here; use the TypeScript engine.');
  return found;
}

/** Memory of so many bytes for the compiled kernel, shared, all zero. At most 4 GiB. */
export function sharedMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MAX_PAGES)
    throw new RangeError(`The ledger needs ${bytes} bytes; 4 GiB is the most. Divide it by payees.`);
  return new (assembly().Memory)({ initial: pages, maximum: MAX_PAGES, shared: true });
}

let compiled: object | undefined;

/** An instance of the compiled kernel over a memory made by `sharedMemory`; every thread needs its own. */
export function kernelInstance(memory: SharedMemory): KernelExports {
  const { Module, Instance } = assembly();
  // Compiled once a thread, and then kept: what instances share is code, not state.
  compiled ??= new Module(bytesOf(KERNEL_MODULE));
  return new Instance(compiled, { env: { memory } }).exports as KernelExports;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 without anybody's help: neither `atob` nor `Buffer` is everywhere this runs. */
function bytesOf(base64: string): Uint8Array {
  const text = base64.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let to = 0;
  for (const letter of text) {
    bits = ((bits << 6) | LETTERS.indexOf(letter)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[to++] = bits >> held;
    }
  }
  return bytes;
}
