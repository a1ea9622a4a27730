import type { Plan } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { findingsQuery } from '../../api/requests/simulation-queries.ts';
import type { Finding } from '../../api/shapes.ts';
import { counted, formatCount } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { FindingEntry } from './finding-list.tsx';
import { componentIndex } from './finding-table.ts';

export type FindingsBriefProps = {
  planId: string;
  document: Plan;
  /** Leads to all of them. */
  onShow: () => void;
};

/** What the linter has to say before somebody decides about a plan: how many findings, the gravest, and the way to all. */
export function FindingsBrief({ planId, document, onShow }: FindingsBriefProps) {
  const may = useMay('run:simulations');
  const found = useQuery({ ...findingsQuery(planId, document), enabled: may });
  if (!may) return null;
  if (found.isError) return <Failed query={found} failure="The plan could not be checked" />;
  if (!found.data) return <ProgressBar label="Looking for findings on last year’s deals" detail="Working" />;
  const { findings, looked, payeesOf } = found.data;
  const [worst] = findings;
  const part =
    payeesOf > looked.payees
      ? ` Looked at: the first ${formatCount(looked.payees)} of ${counted(payeesOf, 'payee')}.`
      : '';
  if (!worst) {
    return looked.payees === 0 ? (
      <p>Nobody on this plan was paid last year: its document alone was looked at, and nothing was found.</p>
    ) : (
      <p className="flex items-center gap-2 text-ok-text">
        <CircleCheck aria-hidden className="size-4 shrink-0" /> Nothing was found on last year’s deals.
        {part}
      </p>
    );
  }
  return (
    <section aria-label="Findings before it is activated" className="flex flex-col gap-2">
      <p className="font-medium">
        {counted(findings.length, 'finding')} on last year’s deals: {byGravity(findings)}.{part}
        {findings.length > 1 ? ' The gravest:' : null}
      </p>
      <ul className="rounded-md border px-3 py-2 [&>li]:pb-0">
        <FindingEntry
          finding={worst}
          planId={planId}
          component={document.components[componentIndex(worst.path)]}
        />
      </ul>
      <Button size="sm" className="self-start" onClick={onShow}>
        {findings.length > 1 ? 'Show all findings' : 'Show the finding'}
      </Button>
    </section>
  );
}

/** `1 error, 2 warnings`, the gravest first. */
function byGravity(findings: readonly Finding[]): string {
  return (['error', 'warning', 'note'] as const)
    .map((one) => [one, findings.filter(({ severity }) => severity === one).length] as const)
    .filter(([, count]) => count > 0)
    .map(([one, count]) => counted(count, one))
    .join(', ');
}
