import type { Problem } from '@attain/domain/base/result';
import { parsePlanTest } from '@attain/domain/findings/parse-plan-test';
import type { Expectation, PlanTest } from '@attain/domain/findings/plan-test';
import { runPlanTests } from '@attain/domain/findings/run-plan-tests';
import type { Plan } from '@attain/domain/plans/plan';
import { useMemo } from 'react';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';
import { TestDifferences } from './test-differences.tsx';

export type TriedCaseProps = {
  test: PlanTest;
  document: Plan;
  /** Sets the result as the expected pay. */
  onTake: (expect: Expectation) => void;
};

/** Result of a test while typing, computed by the payout engine in the browser. */
export function TriedCase({ test, document, onTake }: TriedCaseProps) {
  const tried = useMemo(() => {
    // without expected pay it is not a valid test, but its pay can be shown
    const expecting = Object.keys(test.expect).length > 0 ? test : { ...test, expect: { total: '0' } };
    const parsed = parsePlanTest({ ...expecting, name: test.name || 'new' });
    return parsed.ok ? runPlanTests(document, [parsed.value])[0] : parsed.problems;
  }, [test, document]);
  if (!tried || !test.period) return <p className="text-12 text-fg-3">{messages.tried.incomplete}</p>;
  if ('map' in tried) return <Unreadable problems={tried} />;
  const expects = Object.keys(test.expect).length > 0;
  const { total, amounts, passed, differences, problems } = tried;
  return (
    <section aria-label={messages.tried.label} aria-live="polite" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {expects ? (
          <Badge meaning={passed ? 'ok' : 'bad'}>
            {passed ? messages.tests.passes : messages.tests.fails}
          </Badge>
        ) : null}
        <span className="figures text-fg-2">
          {total === null
            ? messages.tried.rejected
            : messages.tried.pays(formatMoney(total, { currency: document.currency }))}
        </span>
        {total !== null && !(expects && passed) ? (
          <Button
            size="sm"
            onClick={() =>
              onTake({
                amounts: Object.entries(amounts).map(([componentId, amount]) => ({ componentId, amount })),
              })
            }
          >
            {messages.tried.expect}
          </Button>
        ) : null}
      </div>
      {!expects && total === null ? <Unreadable problems={problems} /> : null}
      {expects && !passed ? (
        <TestDifferences
          result={{ ...differing(differences), problems: [...problems] }}
          document={document}
        />
      ) : null}
    </section>
  );
}

type Tried = ReturnType<typeof runPlanTests>[number];

function differing(differences: Tried['differences']) {
  return { differences: differences.map((one) => ({ ...one, steps: [...one.steps] })) };
}

/** Problems of a test that can't be parsed or paid. */
function Unreadable({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 text-12 text-bad-text">
      {problems.slice(0, 5).map(({ path, message }) => (
        <li key={`${path} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}
