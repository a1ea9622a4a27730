import { ArrowRight, Rocket } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import type { DeployedAgent, Environment, EnvironmentId } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DeployDialog } from './deploy-dialog.tsx';
import { environmentNames, messages } from './messages.ts';

const words = messages.pipeline;

type Props = {
  environments: readonly Environment[];
  list: ReturnType<typeof useRows<DeployedAgent>>;
  onDeployed: (id: string) => void;
};

/** Each agent on its way from development to production. */
export function PipelineTab({ environments, list, onDeployed }: Props) {
  const [promoting, setPromoting] = useState<{
    agent: DeployedAgent;
    to: EnvironmentId;
    version: { id: string; version: string };
  }>();
  if (list.query.data && list.rows.length === 0)
    return (
      <Card>
        <EmptyState icon={<Rocket aria-hidden />} title={words.none} text={words.noneText} />
      </Card>
    );
  return (
    <>
      <ul aria-label={words.label} className="flex flex-col gap-3">
        {list.rows.map((agent) => (
          <li key={agent.id}>
            <Card title={agent.name}>
              <ol className="grid gap-2 sm:grid-cols-3">
                {environments.map((environment, place) => (
                  <Place
                    key={environment.id}
                    agent={agent}
                    environment={environment}
                    next={environments[place + 1]}
                    onPromote={(to, version) => setPromoting({ agent, to, version })}
                  />
                ))}
              </ol>
            </Card>
          </li>
        ))}
      </ul>
      {promoting ? (
        <DeployDialog
          agentId={promoting.agent.id}
          version={promoting.version}
          environment={promoting.to}
          onDone={(id) => {
            setPromoting(undefined);
            onDeployed(id);
          }}
          onClose={() => setPromoting(undefined)}
        />
      ) : null}
    </>
  );
}

type PlaceProps = {
  agent: DeployedAgent;
  environment: Environment;
  next: Environment | undefined;
  onPromote: (to: EnvironmentId, version: { id: string; version: string }) => void;
};

function Place({ agent, environment, next, onPromote }: PlaceProps) {
  const mayDeploy = useMay('deploy:agents');
  const here = running(agent, environment);
  const there = next && running(agent, next);
  const reason =
    here === null
      ? words.nothingHere
      : there?.hash === here.hash
        ? words.same
        : next?.isFrozen
          ? words.frozen
          : agent.cells.find((cell) => cell.environment === next?.id)?.deployment
            ? words.open
            : null;
  return (
    <li className="flex flex-col items-start gap-2 rounded-md border p-3">
      <p className="text-12 text-fg-3">{environmentNames[environment.id]}</p>
      <p className="figures text-15 font-semibold">{here?.version ?? '–'}</p>
      {next && mayDeploy ? (
        <Button
          size="sm"
          icon={<ArrowRight aria-hidden className="rtl:rotate-180" />}
          disabled={reason !== null}
          aria-description={reason ?? undefined}
          onClick={() => here && onPromote(next.id, { id: here.hash, version: here.version })}
        >
          {words.promote(environmentNames[next.id])}
        </Button>
      ) : null}
    </li>
  );
}

function running(agent: DeployedAgent, environment: Environment): { version: string; hash: string } | null {
  const stable = agent.cells.find((cell) => cell.environment === environment.id)?.stable;
  return stable ?? (environment.rules.autoDeploy ? agent.newest : null);
}
