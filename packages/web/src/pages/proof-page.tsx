import { useMay } from '../api/me.ts';
import { CheckpointsTab } from '../features/proofs/checkpoints-tab.tsx';
import { messages } from '../features/proofs/messages.ts';
import { TraceTab } from '../features/proofs/trace-tab.tsx';
import { VerifyTab } from '../features/proofs/verify-tab.tsx';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { linkToHit } from '../shell/palette/use-found.ts';
import { Tabs } from '../ui/tabs.tsx';

/** `/proof`: verify a file without the server, find what an ID stands for, keep checkpoints of the log. */
export function ProofPage() {
  const mayReadLog = useMay('read:audit');
  const mayReadPlans = useMay('read:plans');
  const peopleList = mayReadPlans ? paths.eligibility : paths.quotas;
  const trace = (
    <TraceTab
      linkOf={(hit) => linkToHit(hit, peopleList)}
      linkOfEntry={(object) => ({ ...paths.audit, search: { object } })}
    />
  );
  return (
    <Page title={messages.title} meta={messages.subtitle}>
      <Tabs
        label={messages.tabs.label}
        tabs={[
          { value: 'verify', label: messages.tabs.verify, content: <VerifyTab /> },
          { value: 'trace', label: messages.tabs.trace, content: trace },
          ...(mayReadLog
            ? [{ value: 'checkpoints', label: messages.tabs.checkpoints, content: <CheckpointsTab /> }]
            : []),
        ]}
      />
    </Page>
  );
}
