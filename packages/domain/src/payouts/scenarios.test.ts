import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { calculate } from './calculate.ts';
import { calculateFigures, figuresOf } from './kernel/lines/calculate-figures.ts';
import { inCredits } from './kernel/lines/credit-columns.ts';
import type { Calculation, CalculationInput, PaidLine } from './payout.ts';
import { type Expectation, type Scenario, scenarioInput } from './scenarios/scenario.fixture.ts';

const folder = new URL('./scenarios/', import.meta.url);

/** Everything is read as text, so that no amount ever passes through a binary number. */
function scenariosIn(file: string): readonly Scenario[] {
  return parse(readFileSync(new URL(file, folder), 'utf8'), { schema: 'failsafe' }) as readonly Scenario[];
}

function check(calculation: Calculation, expected: Expectation): void {
  const lineOf = (name: string) =>
    calculation.lines.find((l) => `${l.participantId} ${l.componentId}` === name);
  if (expected.total !== undefined) expect(calculation.total).toBe(expected.total);
  for (const [name, amount] of Object.entries(expected.lines ?? {}))
    expect(lineOf(name)?.amount, name).toBe(amount);
  for (const name of expected.absent ?? []) expect(lineOf(name), name).toBeUndefined();
  for (const [name, earned] of Object.entries(expected.earned ?? {})) {
    expect(
      lineOf(name)?.credits.map((credit) => credit.earned),
      name,
    ).toEqual(earned);
  }
  for (const [name, carried] of Object.entries(expected.carried ?? {}))
    expect(lineOf(name)?.carriedOut, name).toBe(carried);
  for (const [name, trueUp] of Object.entries(expected.trueUp ?? {}))
    expect(lineOf(name)?.window?.trueUp, name).toBe(trueUp);
  for (const [name, roles] of Object.entries(expected.roles ?? {})) {
    const said = lineOf(name)?.credits.map((credit) =>
      [credit.role, credit.through].filter(Boolean).join(' '),
    );
    expect(said, name).toEqual(roles);
  }
  for (const [name, steps] of Object.entries(expected.steps ?? {})) {
    const said = lineOf(name)?.steps.map((step) => `${step.formula} = ${step.result}`);
    expect(said, name).toEqual(expect.arrayContaining([...steps]));
  }
  for (const [name, message] of Object.entries(expected.message ?? {}))
    expect(lineOf(name)?.message).toBe(message);
  const rules = new Set(calculation.lines.flatMap((line) => line.rules));
  for (const rule of expected.rules ?? []) expect([...rules]).toContain(rule);
}

/** What the columnar kernel and what it leaves to the reference pay together (KERNEL-13). */
function inColumns(input: CalculationInput): readonly PaidLine[] {
  const found = calculateFigures(input);
  return found.ok ? found.value.lines.map(inCredits) : [];
}

describe.each(readdirSync(folder).filter((file) => file.endsWith('.yaml')))('%s', (file) => {
  test.each(scenariosIn(file).map((scenario) => [scenario.scenario, scenario] as const))(
    '%s',
    (_, scenario) => {
      const result = calculate(scenarioInput(scenario));
      if (scenario.expect.rejected !== undefined) {
        expect(result.ok ? [] : result.problems.map((problem) => problem.rule)).toEqual(
          scenario.expect.rejected,
        );
      } else {
        expect(result.ok ? [] : result.problems).toEqual([]);
        if (result.ok) check(result.value, scenario.expect);
        if (result.ok) expect(inColumns(scenarioInput(scenario))).toEqual(result.value.lines.map(figuresOf));
      }
    },
  );
});
