import { CircleCheck } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMe } from '../../api/me.ts';
import type { Statement } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const { acknowledge: words } = messages;

/** The payee's word that their published statement is right; for others, when it was given. */
export function Acknowledge({ statement }: { statement: Statement }) {
  const me = useMe().data;
  const act = useAct({
    act: client.statements.acknowledge,
    changes: [keys.statements, keys.audit],
    failure: words.failure,
    onDone: () => toast({ title: words.thanks, meaning: 'ok' }),
  });
  const { run, participant, acknowledgedAt } = statement;
  if (acknowledgedAt !== null)
    return (
      <Badge meaning="ok" icon={<CircleCheck aria-hidden />}>
        {words.done(formatMoment(acknowledgedAt))}
      </Badge>
    );
  if (me?.participantId !== participant.id || run.published?.audience !== 'payees') return null;
  return (
    <Button
      icon={<CircleCheck aria-hidden />}
      busy={act.isPending}
      onClick={() => act.mutate({ runId: run.id, participantId: participant.id })}
    >
      {words.label}
    </Button>
  );
}
