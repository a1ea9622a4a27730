import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Simulation } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Starts a simulation and shows a toast; the form shows failures. */
export function useStartSimulation(onStarted: (simulation: Simulation) => void) {
  const cache = useQueryClient();
  return useAct({
    act: client.simulations.start,
    changes: [[...keys.simulations, 'list'], keys.audit],
    failure: null,
    onDone: (simulation) => {
      cache.setQueryData([...keys.simulations, simulation.id], simulation);
      toast({
        id: `simulation ${simulation.id}`,
        title: messages.toast.running,
        text: messages.toast.runningText,
      });
      onStarted(simulation);
    },
  });
}
