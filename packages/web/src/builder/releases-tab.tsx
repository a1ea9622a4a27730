import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight, PackagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import {
  changedByDeployments,
  environmentsQuery,
  matrixQuery,
  releasesQuery,
} from '../api/requests/deployment-queries.ts';
import type { DeployedAgent, Environment, Release } from '../api/shapes.ts';
import { useAct } from '../api/use-act.ts';
import { useRows } from '../api/use-rows.ts';
import { DeployDialog } from '../features/deployments/deploy-dialog.tsx';
import { messages } from '../features/deployments/messages.ts';
import { CreateReleaseDialog, ReleaseDetail } from '../features/deployments/release-detail.tsx';
import { ReleasePipeline, ReleaseTable } from '../features/deployments/release-list.tsx';
import { paths } from '../paths.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Drawer } from '../ui/overlays/drawer.tsx';
import { toast } from '../ui/overlays/toast-queue.ts';

const words = messages.releases;

type Props = {
  agentId: string;
  /** Id of the release that is open. */
  release: string | undefined;
  onRelease: (id: string | undefined) => void;
};

/** The releases of an agent: what runs where, and what is on its way to production. */
export function ReleasesTab({ agentId, release, onRelease }: Props) {
  const environments = useQuery(environmentsQuery(agentId));
  const matrix = useRows<DeployedAgent>(matrixQuery({ agent: agentId }));
  const list = useRows<Release>(releasesQuery(agentId));
  const mayDeploy = useMay('deploy:agents');
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [promoting, setPromoting] = useState<Release>();
  const agent = matrix.rows[0];
  const candidate = list.rows.find(({ status }) => status === 'open');
  const shown = list.rows.find(({ id }) => id === release);
  const inProduction = agent?.cells.find(({ environment }) => environment === 'prod')?.stable?.hash;
  const promote = ({ id }: Environment) =>
    id === 'staging' && mayDeploy ? <Promote candidate={candidate} onPromote={setPromoting} /> : null;
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={environments} failure={messages.environments.failure}>
        {({ rows }) =>
          agent ? (
            <ReleasePipeline
              agent={agent}
              environments={rows}
              releases={list.rows}
              onView={({ id }) => onRelease(id)}
              promote={promote}
            />
          ) : null
        }
      </Loaded>
      <Card
        flush
        title={words.label}
        actions={
          mayDeploy ? (
            <Button icon={<PackagePlus aria-hidden />} onClick={() => setCreating(true)}>
              {words.create}
            </Button>
          ) : null
        }
      >
        <ReleaseTable list={list} onOpen={({ id }) => onRelease(id)} />
      </Card>
      {shown ? (
        <OpenRelease release={shown} onPromote={setPromoting} onClose={() => onRelease(undefined)} />
      ) : null}
      {creating ? (
        <CreateReleaseDialog
          agentId={agentId}
          running={inProduction}
          onDone={({ id }) => {
            setCreating(false);
            onRelease(id);
          }}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {promoting ? (
        <DeployDialog
          agentId={agentId}
          version={{ id: promoting.hash, version: promoting.version }}
          environment="prod"
          release={promoting}
          onDone={(id) => void navigate(paths.deployment(id))}
          onClose={() => setPromoting(undefined)}
        />
      ) : null}
    </div>
  );
}

type PromoteProps = { candidate: Release | undefined; onPromote: (release: Release) => void };

/** Takes the candidate to production; disabled with the reason. */
function Promote({ candidate, onPromote }: PromoteProps) {
  const reason = candidate === undefined ? words.noCandidate : candidate.barred;
  return (
    <Button
      size="sm"
      icon={<ArrowRight aria-hidden className="rtl:rotate-180" />}
      disabled={reason !== null}
      aria-description={reason ?? undefined}
      title={reason ?? undefined}
      onClick={() => candidate && onPromote(candidate)}
    >
      {words.promote}
    </Button>
  );
}

type OpenProps = { release: Release; onPromote: (release: Release) => void; onClose: () => void };

function OpenRelease({ release, onPromote, onClose }: OpenProps) {
  const mayDeploy = useMay('deploy:agents');
  const close = useAct({
    act: client.releases.close,
    changes: changedByDeployments,
    failure: words.closeFailure,
    onDone: ({ name }) => toast({ title: words.closed, text: name, meaning: 'ok' }),
  });
  return (
    <Drawer
      open
      title={words.title(release.agent, release.name)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        mayDeploy && release.status === 'open' ? (
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              icon={<X aria-hidden />}
              busy={close.isPending}
              onClick={() => close.mutate({ id: release.id })}
            >
              {words.close}
            </Button>
            <Promote candidate={release} onPromote={onPromote} />
          </div>
        ) : undefined
      }
    >
      <ReleaseDetail
        release={release}
        approvalLink={(approval, gate) => (
          <Link
            className={buttonLook({ size: 'sm' })}
            aria-label={`${words.openRequest}: ${gate}`}
            {...paths.approval(approval)}
          >
            {words.openRequest}
          </Link>
        )}
      />
    </Drawer>
  );
}
