import type { Plan } from '@attain/domain/plans/plan';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { findingsQuery } from '../../api/requests/simulation-queries.ts';
import type { Finding } from '../../api/shapes.ts';
import { counted } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { FindingEntry } from './finding-list.tsx';
import { componentIndex } from './finding-table.ts';
import { messages } from './messages.ts';

export type FindingsBriefProps = {
  planId: string;
  document: Plan;
  /** Shows all findings. */
  onShow: () => void;
};

/** Findings before a plan is activated: the count, the most severe one and a button to all. */
export function FindingsBrief({ planId, document, onShow }: FindingsBriefProps) {
  const may = useMay('run:simulations');
  const found = useQuery({ ...findingsQuery(planId, document), enabled: may });
  if (!may) return null;
  if (found.isError) return <Failed query={found} failure={messages.brief.failure} />;
  if (!found.data) return <ProgressBar label={messages.brief.progress} detail={messages.brief.working} />;
  const { findings, looked, payeesOf } = found.data;
  const [worst] = findings;
  const part = payeesOf > looked.payees ? messages.brief.partial(looked.payees, payeesOf) : '';
  if (!worst) {
    return looked.payees === 0 ? (
      <p>{messages.brief.noPayees}</p>
    ) : (
      <p className="flex items-center gap-2 text-ok-text">
        <CircleCheck aria-hidden className="size-4 shrink-0" /> {messages.brief.none}
        {part}
      </p>
    );
  }
  return (
    <section aria-label={messages.brief.label} className="flex flex-col gap-2">
      <p className="font-medium">
        {messages.brief.summary(findings.length, bySeverity(findings))} {part}{' '}
        {findings.length > 1 ? ` ${messages.brief.worst}` : null}
      </p>
      <ul className="rounded-md border px-3 py-2 [&>li]:pb-0">
        <FindingEntry
          finding={worst}
          planId={planId}
          component={document.components[componentIndex(worst.path)]}
        />
      </ul>
      <Button size="sm" className="self-start" onClick={onShow}>
        {findings.length > 1 ? messages.brief.showAll : messages.brief.showOne}
      </Button>
    </section>
  );
}

/** `1 error, 2 warnings`, most severe first. */
function bySeverity(findings: readonly Finding[]): string {
  return (['error', 'warning', 'note'] as const)
    .map((one) => [one, findings.filter(({ severity }) => severity === one).length] as const)
    .filter(([, count]) => count > 0)
    .map(([one, count]) => counted(count, one))
    .join(', ');
}
