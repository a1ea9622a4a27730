import { backup } from './backup.ts';
import { calculate } from './calculate.ts';
import {
  type Command,
  CommandFailed,
  exitCodes,
  helpOf,
  print,
  readOptions,
  say,
  UsageError,
} from './command.ts';
import { importFile } from './import.ts';
import { lint } from './lint.ts';
import { restore } from './restore.ts';
import { simulate } from './simulate.ts';
import { verify } from './verify.ts';
import { worker } from './worker.ts';

const commands: readonly Command[] = [calculate, lint, simulate, importFile, backup, restore, verify, worker];

/** Runs the command that the words name and answers the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await print(overview());
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    say(`There is no command "${name}".\n\n${overview()}`);
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
      say(`${error.message}\n\n${helpOf(command)}`);
      return exitCodes.usage;
    }
    if (error instanceof CommandFailed) {
      say(error.message);
      return error.exitCode;
    }
    // the operating system's own words: a file that is not there, a disk that is full, a port that nobody listens on
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      say(error.message || error.code);
      return exitCodes.failed;
    }
    throw error;
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
  return `attain <command> [options]

${list}

Every command has --help. Results go to stdout, progress and complaints to stderr.
Exit codes: 0 done · 1 it could not be done · 2 the files given hold something wrong, all of it is told · 64 wrong usage.
To serve Attain itself: npm start.
`;
}
