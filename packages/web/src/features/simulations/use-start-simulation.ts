import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Simulation } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';

/** Orders a simulation and says that it runs; failures are left to the form. */
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
        title: 'Running Simulation',
        text: 'Analysing the impact of your changes',
      });
      onStarted(simulation);
    },
  });
}
