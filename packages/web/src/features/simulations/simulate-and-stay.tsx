import { lazy, Suspense, useState } from 'react';
import type { Simulation } from '../../api/shapes.ts';
import { RunSimulation, type RunSimulationProps } from './run-simulation.tsx';

const FollowSimulation = lazy(async () => ({
  default: (await import('./follow-simulation.tsx')).FollowSimulation,
}));

/** Starts a simulation without leaving the page: the button shows progress, a toast the result. */
export function SimulateAndStay({ planId }: Pick<RunSimulationProps, 'planId'>) {
  const [started, setStarted] = useState<string>();
  const [simulation, setSimulation] = useState<Simulation>();
  return (
    <>
      <RunSimulation
        planId={planId}
        variant="primary"
        started={simulation}
        onStarted={({ id }) => setStarted(id)}
      />
      {started === undefined ? null : (
        <Suspense fallback={null}>
          <FollowSimulation key={started} id={started} onSeen={setSimulation} />
        </Suspense>
      )}
    </>
  );
}
