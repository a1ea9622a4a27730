import {
  type ConnectionKind,
  connectionKinds,
  kindsOfConnection,
} from '@attain/domain/connections/connection-kinds';
import { type RegisteredRouter, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../api/me.ts';
import { connectionsQuery } from '../api/requests/connection-queries.ts';
import type { Connection } from '../api/shapes.ts';
import { useRows } from '../api/use-rows.ts';
import { sentParameter } from '../base/sent-address.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { FinishAccount } from '../features/connections/account.tsx';
import { ConnectionDialog } from '../features/connections/connection-dialog.tsx';
import { ConnectionDrawer } from '../features/connections/connection-drawer.tsx';
import { ConnectionTable } from '../features/connections/connection-table.tsx';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/fields/select.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

const anyKind = 'any';
const schedulesTab = 'schedules';

type ConnectionsSearch = {
  tab?: string;
  kind?: ConnectionKind | undefined;
  search?: string | undefined;
  schedule?: string | undefined;
};

const SchedulesTab = lazy(async () => ({ default: (await import('./schedules-tab.tsx')).SchedulesTab }));

/** `/agent-builder/connections`: what workflows reach outside, and what runs by a schedule. */
export function ConnectionsPage() {
  const search = useSearch({ from: '/agent-builder/connections' });
  const navigate = useNavigate();
  const go = (next: ConnectionsSearch) =>
    void navigate({ to: '/agent-builder/connections', search: next, replace: true, resetScroll: false });
  const [isCreating, setCreating] = useState(false);
  const mayEdit = useMay('edit:connections');
  const onSchedules = search.tab === schedulesTab;
  const tabs = [
    {
      value: 'connections',
      label: messages.sections.connections,
      content: (
        <Connections
          search={search}
          onSearch={go}
          isCreating={isCreating}
          onCreated={() => setCreating(false)}
        />
      ),
    },
    {
      value: schedulesTab,
      label: messages.connections.schedules,
      content: (
        <Suspense fallback={<SkeletonText lines={6} />}>
          <SchedulesTab id={search.schedule} onOpen={(schedule) => go({ tab: schedulesTab, schedule })} />
        </Suspense>
      ),
    },
  ];
  return (
    <div data-testid="page-agent-connections">
      <Page
        title={messages.sections.connections}
        needs="read:connections"
        meta={onSchedules ? messages.connections.schedulesAbout : messages.connections.subtitle}
        actions={
          mayEdit && !onSchedules ? (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              {messages.connections.new}
            </Button>
          ) : undefined
        }
      >
        <Tabs
          label={messages.connections.tabs}
          tabs={tabs}
          value={onSchedules ? schedulesTab : 'connections'}
          onValueChange={(tab) => go(tab === schedulesTab ? { tab } : {})}
        />
      </Page>
    </div>
  );
}

type ConnectionsProps = {
  search: ReturnType<typeof useSearch<RegisteredRouter, '/agent-builder/connections'>>;
  onSearch: (next: ConnectionsSearch) => void;
  isCreating: boolean;
  onCreated: () => void;
};

/** Databases, providers and applications that steps use, with their secrets. */
function Connections({ search: given, onSearch: go, isCreating, onCreated }: ConnectionsProps) {
  const { kind: asked, search, state, code, ...back } = given;
  const kind = connectionKinds.find((one) => one === asked);
  const [text, setText] = useAddressText(search, (next) => go({ kind, search: next }));
  const list = useRows(connectionsQuery({ kind, search }));
  const [opened, setShown] = useState<Connection>();
  // the list holds the result of the last test or save
  const shown = list.rows.find(({ id }) => id === opened?.id) ?? opened;
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    onCreated();
  };
  return (
    <div className="flex flex-col gap-4">
      {state ? (
        <FinishAccount
          answer={{
            state: sentParameter('state') ?? state,
            code: sentParameter('code') ?? code,
            error: back.error_description ?? back.error,
          }}
          onDone={(connection) => {
            go({});
            if (connection) setShown(connection);
          }}
        />
      ) : null}
      <Toolbar label={messages.connections.filter}>
        <SearchField
          label={messages.connections.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="w-full sm:w-44">
          <Select
            aria-label={messages.connections.type}
            controlSize="sm"
            value={kind ?? anyKind}
            onValueChange={(value) =>
              go({ search, kind: value === anyKind ? undefined : (value as ConnectionKind) })
            }
            options={[
              { value: anyKind, label: messages.connections.allTypes },
              ...connectionKinds.map((value) => ({ value, label: kindsOfConnection[value].label })),
            ]}
          />
        </div>
      </Toolbar>
      <Card flush>
        <ConnectionTable
          list={list}
          narrowed={kind !== undefined || search !== undefined}
          onOpen={setShown}
        />
      </Card>
      {shown && !isEditing && !isCreating ? (
        <ConnectionDrawer
          connection={shown}
          onEdit={() => setEditing(true)}
          onClose={() => setShown(undefined)}
        />
      ) : null}
      {isEditing || isCreating ? (
        <ConnectionDialog
          stored={isEditing ? shown : undefined}
          onSaved={(connection) => {
            close();
            setShown(connection);
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
