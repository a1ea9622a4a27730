import { readFile } from 'node:fs/promises';
import { type CalculationDifference, compareCalculations } from '@attain/domain/payouts/compare';
import type { Calculation } from '@attain/domain/payouts/payout';
import { CommandFailed, exitCodes } from './command.ts';

/** Differences from an earlier calculation, read from the file that `attain calculate --json` wrote. */
export async function compareEarlier(path: string, now: Calculation): Promise<CalculationDifference> {
  const earlier = asCalculation(await readFile(path, 'utf8'), path);
  const difference = compareCalculations(earlier, now);
  if (!difference.ok)
    throw new CommandFailed(
      difference.problems.map((problem) => problem.message).join('\n'),
      exitCodes.badInput,
    );
  return difference.value;
}

/** The difference as lines for people: what became of each line, and the sum. */
export function differenceText(difference: CalculationDifference): string {
  const { currency, lines, unchanged, before, after, delta } = difference;
  const rows = lines.map(
    (line) =>
      `${line.kind.padEnd(8)}${line.participantId}  ${line.componentId}  ${line.before} to ${line.after}  ${signed(line.delta)}`,
  );
  const sum = `${lines.length} lines differ, ${unchanged} do not: ${before} to ${after} ${currency}, ${signed(delta)}`;
  return `\n${[...rows, sum].join('\n')}\n`;
}

function signed(amount: string): string {
  return amount.startsWith('-') ? amount : `+${amount}`;
}

function asCalculation(text: string, path: string): Calculation {
  const wrong = `${path} is not the output of "attain calculate --json".`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CommandFailed(wrong, exitCodes.badInput);
  }
  const { lines, total, currency } = json as Partial<Calculation>;
  const whole =
    Array.isArray(lines) &&
    lines.every((line) => Array.isArray(line?.credits) && typeof line.amount === 'string');
  if (!whole || typeof total !== 'string' || typeof currency !== 'string')
    throw new CommandFailed(wrong, exitCodes.badInput);
  return json as Calculation;
}
