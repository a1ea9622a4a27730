import { Rocket, Settings2 } from 'lucide-react';
import { useMay } from '../../api/me.ts';
import type { Environment } from '../../api/shapes.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { formatBytes } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { healthMeanings, messages } from './messages.ts';

const words = messages.environments;

type Props = {
  environments: readonly Environment[];
  onDeploy: (environment: Environment) => void;
  onSettings: (environment: Environment) => void;
};

/** The three environments in the order of promotion. */
export function EnvironmentCards({ environments, onDeploy, onSettings }: Props) {
  return (
    <ul aria-label={words.list} className="grid gap-3 lg:grid-cols-3">
      {environments.map((environment) => (
        <li key={environment.id}>
          <EnvironmentCard
            environment={environment}
            onDeploy={() => onDeploy(environment)}
            onSettings={() => onSettings(environment)}
          />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { environment: Environment; onDeploy: () => void; onSettings: () => void };

function EnvironmentCard({ environment, onDeploy, onSettings }: CardProps) {
  const { name, status, rules, isFrozen } = environment;
  const mayDeploy = useMay('deploy:agents');
  const mayEdit = useMay('edit:environments');
  const isDeploying = status === 'deploying';
  const isEmpty = status === 'healthy' && environment.agents === 0;
  const notice = rules.autoDeploy
    ? words.follows
    : isFrozen
      ? words.frozen(formatMoment(rules.frozenUntil), rules.freezeReason)
      : null;
  return (
    <Card
      className="flex h-full flex-col"
      title={name}
      beside={
        isEmpty ? (
          <Badge>{words.empty}</Badge>
        ) : (
          <Badge meaning={healthMeanings[status]}>{messages.health[status]}</Badge>
        )
      }
      actions={
        <>
          {mayEdit ? (
            <Button size="sm" icon={<Settings2 aria-hidden />} onClick={onSettings}>
              {words.settings}
            </Button>
          ) : null}
          {mayDeploy ? (
            <Button
              size="sm"
              variant="primary"
              icon={<Rocket aria-hidden />}
              disabled={isDeploying || notice !== null}
              aria-description={notice ?? undefined}
              onClick={onDeploy}
            >
              {isDeploying ? words.deploying : words.deploy}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
          {figuresOf(environment).map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-12 text-fg-3">{label}</dt>
              <dd className="figures text-13 wrap-anywhere whitespace-normal!">{value}</dd>
            </div>
          ))}
        </dl>
        {notice === null ? null : <p className="text-12 text-fg-2">{notice}</p>}
      </div>
    </Card>
  );
}

function figuresOf(environment: Environment) {
  const { version, agents, lastDeploy, uptime, instances, traffic, health } = environment;
  const { cpu, memory, latency } = health;
  return [
    { label: words.version, value: version ?? words.none },
    { label: words.agents, value: agents },
    {
      label: words.lastDeploy,
      value:
        lastDeploy === null
          ? words.never
          : `${formatMoment(lastDeploy.at)} · ${words.by(lastDeploy.agent, lastDeploy.by)}`,
    },
    { label: words.uptime, value: uptime === null ? words.none : `${(uptime * 100).toFixed(2)}%` },
    { label: words.instances, value: instances },
    { label: words.traffic, value: traffic.toFixed(2) },
    { label: words.latency, value: latency === null ? words.none : formatDuration(latency) },
    { label: words.cpu, value: cpu === null ? words.none : `${cpu.toFixed(1)}%` },
    { label: words.memory, value: memory === null ? words.none : formatBytes(Math.round(memory)) },
  ];
}
