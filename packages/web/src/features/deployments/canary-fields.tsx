import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { outlookQuery } from '../../api/requests/deployment-queries.ts';
import type { EnvironmentId } from '../../api/shapes.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { messages } from './messages.ts';

const words = messages.dialog;

type CanaryProps = {
  agentId: string;
  environment: EnvironmentId;
  chosen: readonly string[];
  onChoose: (fields: readonly string[]) => void;
};

/** What tells subjects apart, and how soon the canary would find a worse version. */
export function CanaryFields({ agentId, environment, chosen, onChoose }: CanaryProps) {
  const outlook = useQuery(outlookQuery(agentId, environment));
  const toggle = (field: string) =>
    onChoose(chosen.includes(field) ? chosen.filter((one) => one !== field) : [...chosen, field]);
  return (
    <Loaded query={outlook} failure={words.failure}>
      {({ runsAWeek, stickyBy, detections }) => (
        <div className="flex flex-col gap-3">
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-12 font-medium">{words.sticky}</legend>
            <p className="text-12 text-fg-3">{stickyBy.length === 0 ? words.noSticky : words.stickyHint}</p>
            {stickyBy.map((field) => (
              <Checkbox
                key={field}
                label={field}
                checked={chosen.includes(field)}
                onChange={() => toggle(field)}
              />
            ))}
          </fieldset>
          <div className="text-12 text-fg-2">
            <p>
              {words.outlook(runsAWeek)} {runsAWeek < 1_000 ? words.lowTraffic : null}
            </p>
            <ul className="list-disc ps-5">
              {detections.map(({ failureRate, outcomes, days }) => (
                <li key={failureRate}>{words.found(failureRate, outcomes, days)}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </Loaded>
  );
}
