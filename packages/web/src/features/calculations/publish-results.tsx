import { Eye, EyeOff, Send } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const { publish } = messages;
const hasResults = (run: Run) => run.status === 'completed' || run.status === 'unchanged';

/** Who sees the results of the calculation's period. */
export function PublicationBadge({ run }: { run: Run }) {
  if (!hasResults(run)) return null;
  const audience = run.published?.audience;
  if (audience === undefined) return <Badge icon={<EyeOff aria-hidden />}>{publish.badge.none}</Badge>;
  return (
    <Badge meaning={audience === 'payees' ? 'ok' : 'info'} icon={<Eye aria-hidden />}>
      {publish.badge[audience]}
    </Badge>
  );
}

/** Publishes the results to managers or payees; nothing once payees see them. */
export function PublishResults({ run }: { run: Run }) {
  const mayPublish = useMay('publish:calculations');
  const [asking, setAsking] = useState(false);
  if (!mayPublish || !hasResults(run) || run.published?.audience === 'payees') return null;
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        <Send aria-hidden /> {publish.label}
      </Button>
      {asking ? <PublishDialog run={run} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function PublishDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const isPreviewed = run.published?.audience === 'managers';
  const [audience, setAudience] = useState<'managers' | 'payees'>('payees');
  const act = useAct({
    act: client.calculations.publish,
    changes: [keys.calculations, keys.statements, keys.standings, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: publish.done[audience], text: run.period.key, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      title={publish.title(run.planName, run.period.key)}
      description={publish.text(
        formatCount(run.participantCount),
        formatMoney(run.total, { currency: run.currency }),
      )}
      act={act}
      label={publish.labels[audience]}
      onAct={() => act.mutate({ id: run.id, audience })}
      onClose={onClose}
    >
      <RadioGroup
        label={publish.audience}
        value={audience}
        onValueChange={setAudience}
        choices={[
          {
            value: 'managers',
            label: publish.badge.managers,
            hint: publish.hints.managers,
            disabled: isPreviewed,
          },
          { value: 'payees', label: publish.badge.payees, hint: publish.hints.payees },
        ]}
      />
    </ActDialog>
  );
}
