import type { Plan } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/me.ts';
import { planTestResultsQuery, planTestsQuery } from '../../api/requests/simulation-queries.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { messages } from './messages.ts';

/** Tests of a plan and their results on the current draft. */
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
    /** Why the tests block activation, or undefined. */
    gate: failing > 0 ? messages.gate(failing, tests.data?.rows.length ?? 0) : undefined,
  };
}
