import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { messages } from '../messages.ts';
import { useHindrance } from '../panel/use-may-decide.ts';

export type PauseSwitchProps = {
  planId: string | null;
  paused: { workspace: boolean; plan: boolean };
};

/** Stops analyses and acts of the assistant at once, for the plan or for all plans. */
export function PauseSwitch({ planId, paused }: PauseSwitchProps) {
  const hindrance = useHindrance('set:autonomy', messages.pause.noAccess);
  const pause = useAct({
    act: client.assistant.pause,
    changes: [keys.assistant, keys.suggestions, keys.audit],
    failure: messages.pause.failure,
  });
  // what was switched is shown until the state that is read next has it
  const [over, setOver] = useState<typeof paused>();
  const switched = over === paused && !pause.isError ? pause.variables : undefined;
  const turn = (to: { isPaused: boolean; planId?: string }) => {
    setOver(paused);
    pause.mutate(to);
  };
  const { workspace, plan } = paused;
  const shared = {
    disabled: hindrance !== undefined || pause.isPending,
    title: hindrance,
  };
  return (
    <section aria-label={messages.pause.label} className="flex flex-col gap-1">
      <div className="flex flex-wrap gap-x-5">
        {planId === null ? null : (
          <Switch
            {...shared}
            label={messages.pause.plan}
            checked={switched?.planId ? switched.isPaused : plan}
            onChange={({ target }) => turn({ isPaused: target.checked, planId })}
          />
        )}
        <Switch
          {...shared}
          label={messages.pause.workspace}
          checked={switched && !switched.planId ? switched.isPaused : workspace}
          onChange={({ target }) => turn({ isPaused: target.checked })}
        />
      </div>
      {workspace || plan ? (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-12 text-warn-text">
          {workspace ? messages.pause.pausedAll : messages.pause.pausedPlan}
        </p>
      ) : null}
    </section>
  );
}
