import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isSimulating } from '../../api/requests/is-simulating.ts';
import type { Simulation } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { outcomeMeaning, outcomeText } from './simulation-words.ts';

type CompletionToastOptions = {
  /** Adds a link to the simulation. */
  offer?: boolean;
  /** Id of a simulation that was just started. */
  started?: string;
};

/** Shows a toast when a simulation that was running ends. */
export function useCompletionToast(
  simulation: Simulation | undefined,
  { offer = false, started }: CompletionToastOptions = {},
): void {
  const navigate = useNavigate();
  const seen = useRef(started);
  useEffect(() => {
    if (!simulation) return;
    const { id, status } = simulation;
    if (isSimulating(simulation)) {
      seen.current = id;
      return;
    }
    if (seen.current !== id) return;
    seen.current = undefined;
    const action = { label: messages.toast.open, act: () => void navigate(paths.simulation(id)) };
    if (status === 'completed') {
      toast({
        id: `simulation ${id}`,
        title: messages.toast.complete,
        text: outcomeText(simulation),
        meaning: outcomeMeaning(simulation),
        ...(offer ? { action } : {}),
      });
    }
    if (status === 'failed') {
      toast({
        id: `simulation ${id}`,
        title: messages.toast.failed,
        text: simulation.error ?? simulation.problems[0]?.message ?? messages.toast.noReason,
        meaning: 'bad',
        action,
      });
    }
  }, [simulation, navigate, offer]);
}
