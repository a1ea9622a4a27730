import manifest from '../../package.json' with { type: 'json' };
import { UnsupportedDatabase } from '../db/unsupported-database.ts';
import {
  type Command,
  CommandFailed,
  exitCodes,
  helpOf,
  log,
  print,
  readOptions,
  UsageError,
} from './command.ts';

/** Each is loaded when it is asked for: a worker holds its memory for months and needs none of the others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  calculate: async () => (await import('./calculate.ts')).calculate,
  lint: async () => (await import('./lint.ts')).lint,
  simulate: async () => (await import('./simulate.ts')).simulate,
  import: async () => (await import('./import.ts')).importFile,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  verify: async () => (await import('./verify.ts')).verify,
  mcp: async () => (await import('./mcp.ts')).mcp,
  worker: async () => (await import('./worker.ts')).worker,
};

/** Runs the command that the words name and answers the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    log(`A command is missing.\n\n${await overview()}`);
    return exitCodes.usage;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    await print(await overview());
    return exitCodes.done;
  }
  if (name === '--version') {
    const { ENGINE_VERSION } = await import('@attain/domain/payouts/calculate');
    await print(`attain ${manifest.version}, engine ${ENGINE_VERSION}\n`);
    return exitCodes.done;
  }
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (!command) {
    log(`There is no command "${name}".\n\n${await overview()}`);
    return exitCodes.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    await print(helpOf(command));
    return exitCodes.done;
  }
  try {
    const { given, operand } = readOptions(command, rest);
    return await command.run(given, operand);
  } catch (error) {
    if (error instanceof UsageError) {
      log(`${error.message}\n\n${helpOf(command)}`);
      return exitCodes.usage;
    }
    if (error instanceof CommandFailed) {
      log(error.message);
      return error.exitCode;
    }
    if (error instanceof UnsupportedDatabase) {
      log(error.message);
      return exitCodes.failed;
    }
    const faultText = systemFault(error);
    if (faultText !== null) {
      log(faultText);
      return exitCodes.failed;
    }
    throw error;
  }
}

/** An operating-system error as a sentence if it is a common one, else its own message; null for any other error. */
function systemFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, message, path }: NodeJS.ErrnoException = error;
  if (typeof code !== 'string') return null;
  const named = path === undefined ? 'the file' : `"${path}"`;
  switch (code) {
    case 'ENOENT':
      return `File not found: ${named}. Correct the name, or create its folder first.`;
    case 'EISDIR':
      return `Expected a file but got a folder${path === undefined ? '' : `: ${named}`}. Name a file.`;
    case 'ENOTDIR':
      return `Part of the path ${named} is a file instead of a folder. Choose another path.`;
    case 'EACCES':
    case 'EPERM':
      return `No permission to use ${named}. Change its permissions, or choose another path.`;
    default:
      return message || code;
  }
}

async function overview(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...all.map(({ name }) => name.length));
  const list = all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
  return `attain <command> [options]

${list}

Every command has --help; --version prints the versions of Attain and its engine. Results go to stdout, progress and errors to stderr.
Exit codes: 0 done · 1 failed · 2 the files have errors, all of them are listed · 64 wrong usage.
To start the server: npm start.
`;
}
