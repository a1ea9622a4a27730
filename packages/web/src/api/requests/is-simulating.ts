import type { Simulation } from '../shapes.ts';

/** Whether a simulation is still running. */
export const isSimulating = ({ status }: Pick<Simulation, 'status'>) =>
  status === 'queued' || status === 'running';
