import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** How a command ends; the numbers a script may rely on. */
export const exitCodes = {
  done: 0,
  /** It failed: rejected by the server, database not available, or verification failed. */
  failed: 1,
  /** The files have errors; all of them are listed. Nothing was written. */
  badInput: 2,
  /** Calculated, but no component has a deal that counts: everyone is paid zero. */
  nothingPaid: 3,
  /** Test cases failed; all of them are listed. */
  testsFailed: 4,
  /** Nothing is stored yet: another person has to approve it. */
  awaitsApproval: 5,
  /** The command was not written as it should be. */
  usage: 64,
} as const;

/** One option of a command, for the help. */
export interface CommandOption {
  /** Its value, for example `file`; omitted: it is a switch. */
  readonly value?: string;
  readonly required?: boolean;
  readonly description: string;
}

/** The options as they were given, by name. */
export type Given = Readonly<Record<string, string | undefined>> & { readonly switches: ReadonlySet<string> };

/** One command of the command line. Results go to stdout, everything said meanwhile to stderr. */
export interface Command {
  readonly name: string;
  /** The operand after the options, for example `<file>`. */
  readonly operand?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Further paragraphs of the help. */
  readonly notes: string;
  run(given: Given, operand: string): Promise<number>;
}

/** The command was written wrongly; the text says how to write it. */
export class UsageError extends Error {}

/** The work could not be done, for a reason the reader can do something about. Anything else thrown is a defect. */
export class CommandFailed extends Error {
  readonly exitCode: number;
  constructor(log: string, exitCode: number = exitCodes.failed) {
    super(log);
    this.exitCode = exitCode;
  }
}

/** Reads the options of a command strictly. Throws `UsageError` for unknown, missing and doubled ones. */
export function readOptions(command: Command, argv: readonly string[]): { given: Given; operand: string } {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const values: Record<string, string | undefined> = {};
  const switches = new Set<string>();
  for (const [name, option] of Object.entries(command.options)) {
    const said = (parsed.values[name] ?? []) as (string | boolean)[];
    if (said.length > 1) throw new UsageError(`--${name} is given ${said.length} times. Give it once.`);
    if (said.length === 0 && option.required) throw new UsageError(`--${name} <${option.value}> is missing.`);
    if (said[0] === true) switches.add(name);
    else if (typeof said[0] === 'string') values[name] = said[0];
  }
  const wanted = command.operand === undefined ? 0 : 1;
  if (parsed.positionals.length !== wanted) {
    const what = parsed.positionals.slice(wanted).join(' ');
    throw new UsageError(what ? `Unexpected argument "${what}".` : `${command.operand} is missing.`);
  }
  return { given: { ...values, switches } as unknown as Given, operand: parsed.positionals[0] ?? '' };
}

/** The value of an option that `readOptions` has made sure of. */
export function needed(given: Given, name: string): string {
  const value = given[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The help of one command. */
export function helpOf(command: Command, summary: string): string {
  const rows = [
    ...Object.entries(command.options).map(
      ([name, { value, description, required }]) =>
        [`--${name}${value ? ` <${value}>` : ''}`, `${description}${required ? ' (needed)' : ''}`] as const,
    ),
    ['--help', 'This text'] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`).join('\n');
  const operand = command.operand ? ` ${command.operand}` : '';
  return `attain ${command.name}${operand} [options]\n\n${summary}\n\n${table}\n\n${command.notes.trim()}\n`;
}

/** Says something on stderr, where progress and complaints belong. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes a result to stdout and waits until it is out, so that a pipe gets all of it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
