import {
  type ConnectionKind,
  connectionKinds,
  kindsOfConnection,
} from '@attain/domain/connections/connection-kinds';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
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
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

const anyKind = 'any';

/** `/agent-builder/connections`: databases, providers and applications that steps use, with their secrets. */
export function ConnectionsPage() {
  const { kind: asked, search, state, code, ...back } = useSearch({ from: '/agent-builder/connections' });
  const kind = connectionKinds.find((one) => one === asked);
  const navigate = useNavigate();
  const go = (next: { kind?: ConnectionKind; search?: string }) =>
    void navigate({ to: '/agent-builder/connections', search: next, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search, (next) => go({ kind, search: next }));
  const list = useRows(connectionsQuery({ kind, search }));
  const [opened, setShown] = useState<Connection>();
  // the list holds the result of the last test or save
  const shown = list.rows.find(({ id }) => id === opened?.id) ?? opened;
  const [editing, setEditing] = useState<'new' | 'shown'>();
  const mayEdit = useMay('edit:connections');
  const saved = (connection: Connection) => {
    setEditing(undefined);
    setShown(connection);
  };
  return (
    <div data-testid="page-agent-connections">
      <Page
        title={messages.sections.connections}
        needs="read:connections"
        meta={messages.connections.subtitle}
        actions={
          mayEdit ? (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
              {messages.connections.new}
            </Button>
          ) : undefined
        }
      >
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
      </Page>
      {shown && editing === undefined ? (
        <ConnectionDrawer
          connection={shown}
          onEdit={() => setEditing('shown')}
          onClose={() => setShown(undefined)}
        />
      ) : null}
      {editing ? (
        <ConnectionDialog
          stored={editing === 'shown' ? shown : undefined}
          onSaved={saved}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </div>
  );
}
