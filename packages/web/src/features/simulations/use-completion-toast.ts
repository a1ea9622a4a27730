import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isSimulating } from '../../api/requests/is-simulating.ts';
import type { Simulation } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { outcomeMeaning, outcomeText } from './simulation-words.ts';

type CompletionToastOptions = {
  /** With a way to its page. */
  offer?: boolean;
  /** The id of one that was started just now, however soon it ends. */
  started?: string;
};

/** Says aloud when a simulation that was seen running has come to its end. */
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
    const action = { label: 'Open', act: () => void navigate(paths.simulation(id)) };
    if (status === 'completed') {
      toast({
        id: `simulation ${id}`,
        title: 'Simulation Complete',
        text: outcomeText(simulation),
        meaning: outcomeMeaning(simulation),
        ...(offer ? { action } : {}),
      });
    }
    if (status === 'failed') {
      toast({
        id: `simulation ${id}`,
        title: 'Simulation Failed',
        text: simulation.error ?? simulation.problems[0]?.message ?? 'The server gave no reason.',
        meaning: 'bad',
        action,
      });
    }
  }, [simulation, navigate, offer]);
}
