import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { CodeFault, FromCodeThread, ToCodeThread } from './code-messages.ts';

/** Memory of a program with its engine, in pages of 64 KiB: 16 MiB at first, 128 MiB at most. */
const MEMORY_PAGES = { initial: 256, maximum: 2_048 };
/** Well below the stack of the thread, which would end the engine instead of the program. */
const STACK_BYTES = 256 * 1024;
const MAX_LOG_LINES = 100;
const MAX_LOG_LETTERS = 500;

/** The little of WebAssembly that is needed here, of which Node has no types. */
const { compile, Memory } = (globalThis as unknown as { readonly WebAssembly: Assembly }).WebAssembly;
type EngineMemory = NonNullable<Extract<CustomizeVariantOptions['wasmMemory'], { readonly buffer: unknown }>>;
interface Assembly {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  readonly Memory: new (pages: typeof MEMORY_PAGES) => EngineMemory;
}

/** The engine is compiled once; each program gets an instance of its own, so that nothing of it is left. */
const compiled = readFile(
  createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
).then(compile);

/** Collects what a program writes; it runs before the program, which can't reach the list. */
const CONSOLE = `(() => {
  const lines = [];
  const { stringify } = JSON;
  const shown = (value) => (typeof value === 'string' ? value : (stringify(value) ?? String(value)));
  const log = (...values) => {
    if (lines.length < ${MAX_LOG_LINES}) lines.push(values.map(shown).join(' ').slice(0, ${MAX_LOG_LETTERS}));
  };
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
  return () => stringify(lines);
})()`;

/**
 * Runs a program in an engine without network, files and modules, within 128 MiB and `maxProcessorMs` of processor time. It is the
 * body of an async function of `input` and `values`; what it returns comes back as JSON.
 */
export async function runSealed(
  { code, given, stop }: Omit<ToCodeThread, 'id'>,
  maxProcessorMs: number,
): Promise<Omit<FromCodeThread, 'id'>> {
  const wasmMemory = new Memory(MEMORY_PAGES);
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(releaseSync as unknown as QuickJSSyncVariant, { wasmModule: await compiled, wasmMemory }),
  );
  const runtime = engine.newRuntime({ maxStackSizeBytes: STACK_BYTES });
  const began = process.threadCpuUsage();
  const used = () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  runtime.setInterruptHandler(() => Atomics.load(stop, 0) !== 0 || used() > maxProcessorMs);
  const context = runtime.newContext();
  const about = () => ({ source: code, isOverTime: used() > maxProcessorMs, maxProcessorMs });
  let log: readonly string[] = [];
  try {
    const global = context.global;
    const json = context.getProp(global, 'JSON');
    const [parse, stringify] = [context.getProp(json, 'parse'), context.getProp(json, 'stringify')];
    const logged = taken(context, context.evalCode(CONSOLE, 'console.js'));
    const takeLog = () => {
      log = logOf(context.getString(taken(context, context.callFunction(logged, global))));
    };
    try {
      const both = taken(context, context.callFunction(parse, global, context.newString(given)));
      const body = taken(context, context.evalCode(`(async function (input, values) {\n${code}\n})`, FILE));
      const returned = taken(
        context,
        context.callFunction(body, global, context.getProp(both, 'input'), context.getProp(both, 'values')),
      );
      const isStopped = () => Atomics.load(stop, 0) !== 0 || used() > maxProcessorMs;
      const value = awaited(context, returned, isStopped);
      const text = taken(context, context.callFunction(stringify, global, value));
      const output = context.typeof(text) === 'string' ? context.getString(text) : 'null';
      takeLog();
      if (output.length > MAX_OUTPUT)
        return { output: null, error: { code: 'OUTPUT_TOO_LARGE', message: TOO_LONG }, log };
      return { output, error: null, log };
    } catch (error) {
      const fault = faultOf(error, about());
      if (fault.code === 'CODE') takeLog();
      return { output: null, error: fault, log };
    }
  } catch (error) {
    return { output: null, error: faultOf(error, about()), log };
  }
}

const FILE = 'code.js';
const TOO_LONG = `The output has more than ${MAX_OUTPUT} characters. Return less.`;
const TOO_LARGE = 'The code needs more than 128 MB of memory. Give it less to do.';

/** What a program threw, as it left the engine. */
class Thrown extends Error {
  readonly value: unknown;

  constructor(value: unknown) {
    super('The program threw.');
    this.value = value;
  }
}

type Called = ReturnType<QuickJSContext['callFunction']>;

function taken(context: QuickJSContext, called: Called): QuickJSHandle {
  if (called.error) throw new Thrown(context.dump(called.error));
  return called.value;
}

/** Jobs of promises that run before time is looked at again: a program may go on in them after it was interrupted. */
const JOBS_AT_ONCE = 100;

/** What a promise comes to once nothing more can happen. */
function awaited(context: QuickJSContext, promise: QuickJSHandle, isStopped: () => boolean): QuickJSHandle {
  for (;;) {
    const jobs = context.runtime.executePendingJobs(JOBS_AT_ONCE);
    if (jobs.error) throw new Thrown(context.dump(jobs.error));
    if (jobs.value === 0) break;
    if (isStopped()) throw new Thrown({ name: 'InternalError', message: 'interrupted' });
  }
  const state = context.getPromiseState(promise);
  if (state.type === 'fulfilled') return state.value;
  if (state.type === 'rejected') throw new Thrown(context.dump(state.error));
  throw new Thrown({ name: 'Error', message: 'It waits for something that never happens.' });
}

/** The lines of the log, whatever the program made of them. */
function logOf(text: string): readonly string[] {
  if (text.length > 4 * MAX_LOG_LINES * MAX_LOG_LETTERS) return [];
  try {
    const lines: unknown = JSON.parse(text);
    if (!Array.isArray(lines)) return [];
    return lines.slice(0, MAX_LOG_LINES).map((line) => String(line).slice(0, MAX_LOG_LETTERS));
  } catch {
    return [];
  }
}

/** A thrown value as text, in at most so many characters as an error has. */
function shown(value: unknown): string {
  const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  return text.slice(0, MAX_MESSAGE);
}

const MAX_MESSAGE = 2_000;

function faultOf(
  error: unknown,
  { source, isOverTime, maxProcessorMs }: { source: string; isOverTime: boolean; maxProcessorMs: number },
): CodeFault {
  const limit = (message: string): CodeFault => ({ code: 'CODE_LIMIT', message });
  if (isOverTime)
    return limit(`The code used more than ${maxProcessorMs / 1000} s of processor time. Give it less to do.`);
  // the engine itself gave up: its memory or the stack of the thread came to an end
  if (!(error instanceof Thrown)) return limit(TOO_LARGE);
  const { value } = error;
  if (typeof value !== 'object' || value === null)
    return { code: 'CODE', message: `The code threw ${shown(value)}.` };
  const { name, message, stack, lineNumber } = value as Record<string, unknown>;
  if (name === 'InternalError' && message === 'out of memory') return limit(TOO_LARGE);
  if (name === 'InternalError' && message === 'stack overflow')
    return limit('The code calls itself too often.');
  if (typeof message !== 'string') return { code: 'CODE', message: `The code threw ${shown(value)}.` };
  const found = Number(lineNumber ?? /code\.js:(\d+)/.exec(String(stack ?? ''))?.[1] ?? 0) - 1;
  // an unclosed bracket is noticed after the last line
  const line = Math.min(found, source.split('\n').length);
  const place = line >= 1 ? `Line ${line}: ` : '';
  const text = `${place}${typeof name === 'string' ? `${name}: ` : ''}${message}`;
  return { code: 'CODE', message: text.slice(0, MAX_MESSAGE) };
}
