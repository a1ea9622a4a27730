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

/** A command, with its line in the list. It is loaded when it is run: a worker holds its memory for months and needs no other. */
interface Entry {
  readonly summary: string;
  load(): Promise<Command>;
}

const commands: Readonly<Record<string, Entry>> = {
  calculate: {
    summary: 'Calculate a plan for a period from files; no server needed',
    load: async () => (await import('./calculate.ts')).calculate,
  },
  lint: {
    summary: 'Check a plan on last year’s records, with the money at stake, and run its tests',
    load: async () => (await import('./lint.ts')).lint,
  },
  simulate: {
    summary: 'Replay a draft plan against a baseline and simulate both from files; no server needed',
    load: async () => (await import('./simulate.ts')).simulate,
  },
  import: {
    summary: 'Import a file into a running Attain: check it, then save all rows or none',
    load: async () => (await import('./import.ts')).importFile,
  },
  test: {
    summary: 'Run the test suites of workflows in a running Attain, with a JUnit report for CI',
    load: async () => (await import('./test.ts')).test,
  },
  backup: {
    summary: 'Back up all workspaces into one file, as of one moment',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'Restore a backup into an empty database: all of it, verified, or nothing',
    load: async () => (await import('./restore.ts')).restore,
  },
  ledger: {
    summary: 'Compare the ledger with the deals, or write it again',
    load: async () => (await import('./ledger.ts')).ledger,
  },
  verify: {
    summary: 'Verify a statement, payments, evidence or an exported audit log, offline',
    load: async () => (await import('./verify.ts')).verify,
  },
  mcp: {
    summary: 'Connect an MCP client to a running Attain over stdin and stdout',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  worker: {
    summary: 'Process runs, schedules, calculations and imports beside the servers',
    load: async () => (await import('./worker.ts')).worker,
  },
};

/** Runs the command that the words name and answers the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    log(`A command is missing.\n\n${overview()}`);
    return exitCodes.usage;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    await print(overview());
    return exitCodes.done;
  }
  if (name === '--version') {
    const { ENGINE_VERSION } = await import('@attain/domain/payouts/calculate');
    await print(`attain ${manifest.version}, engine ${ENGINE_VERSION}\n`);
    return exitCodes.done;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    log(`There is no command "${name}".\n\n${overview()}`);
    return exitCodes.usage;
  }
  const command = await entry.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    await print(helpOf(command, entry.summary));
    return exitCodes.done;
  }
  try {
    const { given, operand } = readOptions(command, rest);
    return await command.run(given, operand);
  } catch (error) {
    if (error instanceof UsageError) {
      log(`${error.message}\n\n${helpOf(command, entry.summary)}`);
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

function overview(): string {
  const all = Object.entries(commands);
  const width = Math.max(...all.map(([name]) => name.length));
  const list = all.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
  return `attain <command> [options]

${list}

Every command has --help; --version prints the versions of Attain and its engine. Results go to stdout, progress and errors to stderr.
Exit codes: 0 done · 1 failed · 2 the files have errors, all of them are listed · 64 wrong usage.
To start the server: npm start.
`;
}
