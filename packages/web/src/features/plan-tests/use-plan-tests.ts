import type { Plan } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import { planTestResultsQuery, planTestsQuery } from '../../api/requests/simulation-queries.ts';
import { useDebounced } from '../../base/use-debounced.ts';

/** The golden cases of a plan and how they come out on what is on the screen, at most a moment old. */
export function usePlanTests(planId: string, document: Plan) {
  const may = useMay('read:plans');
  const settled = useDebounced(document, 500);
  const tests = useQuery({ ...planTestsQuery(planId), enabled: may });
  const some = (tests.data?.rows.length ?? 0) > 0;
  const results = useQuery({
    ...planTestResultsQuery(planId, settled),
    enabled: some,
    placeholderData: (before) => before,
  });
  const failing = some ? (results.data?.results.filter(({ passed }) => !passed).length ?? 0) : 0;
  return {
    tests,
    results,
    failing,
    /** Why the plan cannot be activated yet by its tests; undefined when nothing stands in the way. */
    gate:
      failing > 0
        ? `${failing} of ${tests.data?.rows.length} plan tests ${failing === 1 ? 'fails' : 'fail'}: mend the plan, or the test if it is no longer meant`
        : undefined,
  };
}
