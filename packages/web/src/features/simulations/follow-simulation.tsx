import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { simulationQuery } from '../../api/requests/simulation-queries.ts';
import type { Simulation } from '../../api/shapes.ts';
import { useCompletionToast } from './use-completion-toast.ts';

type FollowSimulationProps = { id: string; onSeen: (simulation: Simulation) => void };

/** Renders nothing: reports the progress of a simulation that was just started, and shows a toast when it ends. */
export function FollowSimulation({ id, onSeen }: FollowSimulationProps) {
  const simulation = useQuery(simulationQuery(id)).data;
  useCompletionToast(simulation, { offer: true, started: id });
  useEffect(() => {
    if (simulation) onSeen(simulation);
  }, [simulation, onSeen]);
  return null;
}
