import type { AssistantState } from '@attain/contract/autonomy';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Badge } from '../../../ui/badge.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import { messages } from '../messages.ts';
import { useHindrance } from '../panel/use-may-decide.ts';
import { configurationsQuery } from '../queries.ts';
import { clampedLevel } from './clamped-level.ts';

const labels = [
  messages.autonomy.manual,
  messages.autonomy.assisted,
  messages.autonomy.supervised,
  messages.autonomy.full,
] as const;

/** From this level on Attain asks or acts on its own. */
const asksFrom = 2;

export type AutonomyCardProps = { autonomy: AssistantState['autonomy'] };

/** A level picked here, the level of the state before it, and whether an older state has come since. */
type Picked = { readonly level: number; readonly over: number; readonly isPassed: boolean };

/** How far the assistant acts without a click; the mode limits it. */
export function AutonomyCard({ autonomy }: AutonomyCardProps) {
  const { level, chosen, cap, acting, raiseId } = autonomy;
  const hindrance = useHindrance('set:autonomy', messages.autonomy.noAccess);
  const policy = useQuery(configurationsQuery()).data?.policy;
  // What was picked is shown until a state has it. One other state may come first: its read began before the change was made.
  const [picked, setPicked] = useState<Picked | null>(null);
  const change = useAct({
    act: client.assistant.setAutonomy,
    changes: [keys.assistant, keys.approvals, keys.audit],
    failure: messages.autonomy.failure,
    onDone: ({ from, to, context, policyId, approvalId }) => {
      recordEvent('autonomy_change', null, { from, to, context, policyId });
      if (approvalId === null) return;
      // a level that someone else must approve is not reached yet
      setPicked(null);
      toast({
        id: 'autonomy',
        title: messages.autonomy.requested,
        text: messages.autonomy.requestedText,
        meaning: 'info',
      });
    },
  });
  if (picked !== null && level !== picked.over) {
    const { isPending } = change;
    const isOver = level === picked.level || (picked.isPassed && !isPending);
    setPicked(isOver ? null : { ...picked, over: level, isPassed: !isPending });
  }
  const shown = clampedLevel(picked?.level ?? level, cap);
  const choose = (next: number) => {
    const to = clampedLevel(next, cap);
    if (to === shown) return;
    setPicked({ level: to, over: level, isPassed: false });
    change.mutate({ level: to }, { onError: () => setPicked(null) });
  };
  return (
    <section aria-label={messages.autonomy.label} className="flex min-w-0 flex-col gap-1">
      <div>
        <h3 className="float-start me-3 text-12 leading-4 font-semibold">{messages.autonomy.label}</h3>
        <p className="text-12 leading-4 text-pretty text-fg-2">
          {policy?.levels.find(({ id }) => id === shown)?.description ?? labels[shown]}
        </p>
      </div>
      <input
        type="range"
        min={0}
        max={3}
        step={1}
        value={shown}
        disabled={hindrance !== undefined}
        title={hindrance}
        aria-label={messages.autonomy.label}
        aria-valuetext={labels[shown]}
        onChange={({ target }) => choose(target.valueAsNumber)}
        className="h-5 w-full accent-(--ai-text)"
      />
      <ol aria-hidden className="grid grid-cols-4 text-11">
        {labels.map((label, at) => (
          <li
            key={label}
            className={`flex items-center gap-1 ${at === 0 ? '' : at === 3 ? 'justify-end' : 'justify-center'} ${at === shown ? 'font-semibold text-ai-text' : 'text-fg-3'}`}
          >
            {at > cap ? <Lock className="hidden size-3 @md:block" /> : null}
            {label}
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        {chosen > cap ? (
          <Badge>{messages.autonomy.elsewhere(labels[clampedLevel(chosen, 3)] ?? '')}</Badge>
        ) : null}
        {acting.level >= asksFrom && acting.owner !== null ? (
          <Badge meaning="ai">{messages.autonomy.acting(labels[acting.level] ?? '', acting.owner)}</Badge>
        ) : null}
        {raiseId === null ? null : <Badge meaning="warn">{messages.autonomy.waiting}</Badge>}
      </p>
    </section>
  );
}
