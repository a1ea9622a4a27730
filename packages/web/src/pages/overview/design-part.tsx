import { newestStatus } from '@attain/domain/plans/plan-statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay } from '../../api/me.ts';
import { plansQuery } from '../../api/queries.ts';
import { PlanHealthHome } from '../../features/plans/health/plan-health-home.tsx';
import { suggestionsQuery } from '../../features/suggestions/queries.ts';

/** For those who design plans: how their plans work, with open drafts and suggestions. */
export function DesignPart() {
  const plans = useQuery(plansQuery()).data?.rows;
  const suggestions = useQuery({ ...suggestionsQuery(null), enabled: useMay('read:suggestions') }).data?.rows;
  const work = useMemo(() => {
    const drafts = (plans ?? []).filter((plan) => newestStatus(plan) === 'Draft').map(({ id }) => id);
    const open = new Map<string, number>();
    for (const { status, planId } of suggestions ?? [])
      if (status === 'open') open.set(planId, (open.get(planId) ?? 0) + 1);
    return { drafts: new Set(drafts), suggestions: open };
  }, [plans, suggestions]);
  return <PlanHealthHome work={work} />;
}
