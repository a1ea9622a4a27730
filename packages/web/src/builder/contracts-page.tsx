import { contractStatuses, contractTypes } from '@attain/domain/data-contracts/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, FileUp, Pencil, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { contractQuery, contractsQuery } from '../api/requests/contract-queries.ts';
import type { ContractDetail as Contract } from '../api/shapes.ts';
import { useAct } from '../api/use-act.ts';
import { useRows } from '../api/use-rows.ts';
import { downloadText } from '../base/files/download.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { ContractDetail } from '../features/contracts/contract-detail.tsx';
import { ContractDialog, type ContractStart } from '../features/contracts/contract-dialog.tsx';
import { ContractTable } from '../features/contracts/contract-table.tsx';
import { ImportDialog } from '../features/contracts/import-dialog.tsx';
import { messages as words } from '../features/contracts/messages.ts';
import { paths } from '../paths.ts';
import type { DataSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FilterSelect } from '../ui/fields/filter-select.tsx';
import { DropdownMenu } from '../ui/overlays/dropdown-menu.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

type Open = { kind: 'import' } | { kind: 'edit' } | { kind: 'new'; start?: ContractStart };

/** `/agent-builder/data`: the schemas that workflows check their values by. */
export function ContractsPage() {
  const search = useSearch({ from: '/agent-builder/data' });
  const navigate = useNavigate();
  const go = (next: DataSearch) =>
    void navigate({ to: '/agent-builder/data', search: next, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search.search, (next) => go({ ...search, search: next }));
  const type = contractTypes.find((one) => one === search.type);
  const status = contractStatuses.find((one) => one === search.status);
  const list = useRows(contractsQuery({ type, status, search: search.search }));
  const chosen = useQuery({
    ...contractQuery(search.contract ?? ''),
    enabled: search.contract !== undefined,
  });
  const [open, setOpen] = useState<Open>();
  const detail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (search.contract) detail.current?.scrollIntoView({ block: 'nearest' });
  }, [search.contract]);
  const choose = (contract: string | undefined) => go({ ...search, contract });
  const contract = search.contract === undefined ? undefined : chosen.data;
  const saved = ({ id }: Contract) => {
    setOpen(undefined);
    choose(id);
  };
  return (
    <div data-testid="page-agent-data">
      <Page
        title={messages.sections.data}
        needs="read:workflows"
        meta={messages.sections.dataAbout}
        actions={<Actions contract={contract} onOpen={setOpen} />}
      >
        <Toolbar label={messages.contracts.filter}>
          <SearchField
            label={messages.contracts.search}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <FilterSelect
            label={words.table.type}
            value={type}
            all={messages.contracts.allTypes}
            options={contractTypes.map((value) => ({ value, label: words.types[value] }))}
            onChange={(next) => go({ ...search, type: next })}
          />
          <FilterSelect
            label={words.table.status}
            value={status}
            all={messages.contracts.allStatuses}
            options={contractStatuses.map((value) => ({ value, label: words.statuses[value] }))}
            onChange={(next) => go({ ...search, status: next })}
          />
        </Toolbar>
        <Card flush>
          <ContractTable
            list={list}
            narrowed={[type, status, search.search].some((one) => one !== undefined)}
            onOpen={({ id }) => choose(id)}
          />
        </Card>
        <div ref={detail} className="scroll-mt-16">
          {/* below a list of unknown length it would move */}
          {list.query.isPending ? null : (
            <Card>
              {search.contract === undefined ? (
                <EmptyState title={messages.contracts.none} text={messages.contracts.noneText} />
              ) : (
                <Loaded query={chosen} failure={words.detail.failure}>
                  {(found) => (
                    <ContractDetail
                      key={found.id}
                      contract={found}
                      onRemoved={() => choose(undefined)}
                      workflowLink={({ workflowId, workflow }) => (
                        <Link className="text-primary-text hover:underline" {...paths.canvas(workflowId)}>
                          {workflow}
                        </Link>
                      )}
                    />
                  )}
                </Loaded>
              )}
            </Card>
          )}
        </div>
      </Page>
      {open?.kind === 'import' ? (
        <ImportDialog
          onClose={() => setOpen(undefined)}
          onTake={(start) => setOpen({ kind: 'new', start })}
        />
      ) : null}
      {open?.kind === 'new' || (open?.kind === 'edit' && contract) ? (
        <ContractDialog
          stored={open.kind === 'edit' ? contract : undefined}
          start={open.kind === 'new' ? open.start : undefined}
          onSaved={saved}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  );
}

function Actions({ contract, onOpen }: { contract: Contract | undefined; onOpen: (open: Open) => void }) {
  const mayEdit = useMay('edit:workflows');
  const download = useAct({
    act: (input: Parameters<typeof client.dataContracts.export>[0]) => client.dataContracts.export(input),
    changes: [],
    failure: words.actions.exportFailure,
    onDone: ({ fileName, text, mediaType }) => downloadText(fileName, text, mediaType),
  });
  const asleep = contract
    ? {}
    : { 'aria-disabled': true, 'aria-description': messages.contracts.chooseFirst };
  const formats = [
    ['json-schema', words.actions.jsonSchema],
    ['odcs', words.actions.odcs],
    ['typescript', words.actions.typescript],
  ] as const;
  const exportButton = (
    <Button {...asleep} icon={<Download aria-hidden />}>
      {messages.contracts.export}
    </Button>
  );
  return (
    <>
      {mayEdit ? (
        <>
          <Button icon={<FileUp aria-hidden />} onClick={() => onOpen({ kind: 'import' })}>
            {messages.contracts.import}
          </Button>
          <Button
            {...asleep}
            icon={<Pencil aria-hidden />}
            onClick={() => contract && onOpen({ kind: 'edit' })}
          >
            {messages.contracts.edit}
          </Button>
        </>
      ) : null}
      {contract ? (
        <DropdownMenu
          trigger={exportButton}
          sections={[
            {
              id: 'formats',
              items: formats.map(([as, label]) => ({
                id: as,
                label,
                onSelect: () => download.mutate({ id: contract.id, as }),
              })),
            },
          ]}
        />
      ) : (
        exportButton
      )}
      {mayEdit ? (
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => onOpen({ kind: 'new' })}>
          {messages.contracts.new}
        </Button>
      ) : null}
    </>
  );
}
