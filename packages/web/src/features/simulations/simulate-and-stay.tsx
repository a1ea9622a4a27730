import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { simulationQuery } from '../../api/requests/simulation-queries.ts';
import { RunSimulation } from './run-simulation.tsx';
import { useCompletionToast } from './use-completion-toast.ts';

/** Starts a simulation and stays: the button shows how far it is, a message tells what came out. */
export function SimulateAndStay() {
  const [started, setStarted] = useState<string>();
  const simulation = useQuery({ ...simulationQuery(started ?? ''), enabled: started !== undefined }).data;
  useCompletionToast(simulation, true);
  return <RunSimulation started={simulation} onStarted={({ id }) => setStarted(id)} />;
}
