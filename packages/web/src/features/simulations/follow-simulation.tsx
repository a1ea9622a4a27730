import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { simulationQuery } from '../../api/requests/simulation-queries.ts';
import type { Simulation } from '../../api/shapes.ts';
import { useCompletionToast } from './use-completion-toast.ts';

type FollowSimulationProps = { id: string; onSeen: (simulation: Simulation) => void };

/** Draws nothing: hands on how far a simulation is that was started just now, and says aloud when it has ended. */
export function FollowSimulation({ id, onSeen }: FollowSimulationProps) {
  const simulation = useQuery(simulationQuery(id)).data;
  useCompletionToast(simulation, { offer: true, started: id });
  useEffect(() => {
    if (simulation) onSeen(simulation);
  }, [simulation, onSeen]);
  return null;
}
