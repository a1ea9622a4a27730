import { regionWords } from '@attain/domain/policies/policy-words';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Compliance } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

type Region = Compliance['regions'][number];

const words = messages.regions;
const meanings = { active: 'ok', pending: 'warn', off: 'neutral' } as const;

/** The data regions: where personal data may be, and where the own records are. */
export function Regions({ regions }: { regions: readonly Region[] }) {
  return (
    <Card title={words.title}>
      <p className="pb-2 text-fg-2">{words.hint}</p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-3">
        {regions.map((region) => (
          <RegionItem key={region.region} region={region} />
        ))}
      </ul>
    </Card>
  );
}

function RegionItem({ region }: { region: Region }) {
  const { region: id, status, isHome } = region;
  const name = regionWords[id] ?? id;
  return (
    <li aria-label={name} className="flex flex-col gap-2 rounded-lg border px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{name}</span>
        <Badge meaning={meanings[status]}>{words.statuses[status]}</Badge>
        {isHome ? <Badge meaning="info">{words.home}</Badge> : null}
      </div>
      <RegionActs region={region} name={name} />
    </li>
  );
}

function RegionActs({ region, name }: { region: Region; name: string }) {
  const { region: id, status, isHome, requestedByMe } = region;
  const mayEdit = useMay('edit:policies');
  const mayApprove = useMay('approve:policies');
  const change = useAct({
    act: (act: 'requestRegion' | 'activateRegion' | 'removeRegion' | 'setHome') =>
      client.compliance[act]({ region: id }),
    changes: [keys.policies, keys.audit],
    failure: words.failure,
    onDone: () => toast({ title: words.changed, text: name, meaning: 'ok' }),
  });
  const button = (act: Parameters<typeof change.mutate>[0], label: string, longLabel: string) => (
    <Button size="sm" aria-label={longLabel} busy={change.isPending} onClick={() => change.mutate(act)}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayEdit && status === 'off' ? button('requestRegion', words.request, words.requestOf(name)) : null}
      {mayApprove && status === 'pending' && !requestedByMe
        ? button('activateRegion', words.activate, words.activateOf(name))
        : null}
      {status === 'pending' && requestedByMe ? <span className="text-12 text-fg-3">{words.mine}</span> : null}
      {mayEdit && status === 'active' && !isHome
        ? button('setHome', words.setHome, words.setHomeOf(name))
        : null}
      {mayEdit && status !== 'off' && !isHome
        ? button('removeRegion', words.remove, words.removeOf(name))
        : null}
    </div>
  );
}
