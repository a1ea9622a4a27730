import type { Plan } from '@attain/domain/plans/plan';
import type { PlanTestResult } from '../../api/shapes.ts';
import { isDecimal } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';

type Result = Pick<PlanTestResult, 'differences' | 'problems'>;

/** Why a test failed: expected and actual pay, the difference, explanation and steps. */
export function TestDifferences({ result, document }: { result: Result; document: Plan }) {
  const names = new Map(document.components.map((component) => [component.id, component.name]));
  const write = (text: string) =>
    isDecimal(text)
      ? formatMoney(text, { currency: document.currency })
      : text || messages.differences.nothing;
  return (
    <ul className="flex flex-col gap-2 rounded-md bg-surface-2 px-3 py-2">
      {result.differences.map((one) => (
        <li key={one.of} className="flex flex-col gap-1">
          <p>
            <span className="font-medium">{names.get(one.of) ?? one.of}</span>{' '}
            <span className="figures">
              {messages.differences.expected(write(one.expected), write(one.actual))}
            </span>
            {one.delta === null ? null : (
              <span className="figures text-bad-text">
                {messages.differences.delta(
                  formatMoney(one.delta, { currency: document.currency, signed: true }),
                )}
              </span>
            )}
          </p>
          <p className="text-12 text-fg-2">{one.message}</p>
          {one.steps.length > 0 ? (
            <details className="text-12">
              <summary className="w-fit rounded-sm text-fg-2">{messages.differences.steps}</summary>
              <ol className="mt-1 flex flex-col gap-1">
                {one.steps.map((step) => (
                  <li key={`${step.rule} ${step.message} ${step.formula}`}>
                    {step.message}{' '}
                    <span className="figures font-mono whitespace-normal! text-fg-2">
                      {messages.differences.step(step.formula, step.result)}
                    </span>
                  </li>
                ))}
              </ol>
            </details>
          ) : null}
        </li>
      ))}
      {result.problems.map((problem) => (
        <li key={`${problem.rule} ${problem.path}`} className="text-12 text-fg-2">
          {problem.message}
        </li>
      ))}
    </ul>
  );
}
