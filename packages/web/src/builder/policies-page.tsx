import { policyStatuses, policyTypes } from '@attain/domain/policies/policy';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { complianceQuery, policiesQuery, policyQuery } from '../api/requests/policy-queries.ts';
import { useRows } from '../api/use-rows.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { ComplianceOverview } from '../features/compliance/compliance-overview.tsx';
import { messages as complianceWords } from '../features/compliance/messages.ts';
import { CustomRoleDialog } from '../features/people/custom-role-dialog.tsx';
import { messages as words } from '../features/policies/messages.ts';
import { PolicyDetail } from '../features/policies/policy-detail.tsx';
import { PolicyDialog } from '../features/policies/policy-dialog.tsx';
import { PolicyTable } from '../features/policies/policy-table.tsx';
import { PolicyTestDialog, testedOf } from '../features/policies/policy-test.tsx';
import { AssistantUse } from '../features/suggestions/bias/assistant-use.tsx';
import { paths } from '../paths.ts';
import type { PolicySearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FilterSelect } from '../ui/fields/filter-select.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';
import { RolesTab } from './roles-tab.tsx';

/** `/agent-builder/policies`: what agents may do, beyond the rights of people. */
export function PoliciesPage() {
  const [creating, setCreating] = useState<'policy' | 'role'>();
  const mayEdit = useMay('edit:policies');
  const mayManage = useMay('manage:people');
  const search = useSearch({ from: '/agent-builder/policies' });
  const navigate = useNavigate();
  const go = (next: PolicySearch) =>
    void navigate({ to: '/agent-builder/policies', search: next, replace: true, resetScroll: false });
  const tabs = [
    { value: 'rules', label: messages.policies.rules, content: <PolicyRules search={search} go={go} /> },
    { value: 'rbac', label: messages.policies.rbac, content: <RolesTab search={search} go={go} /> },
    { value: 'compliance', label: messages.policies.compliance, content: <ComplianceTab /> },
  ];
  return (
    <div data-testid="page-agent-policies">
      <Page
        title={messages.sections.policies}
        needs="read:policies"
        meta={messages.sections.policiesAbout}
        actions={
          mayEdit || mayManage ? (
            <>
              {mayManage ? (
                <Button icon={<Plus aria-hidden />} onClick={() => setCreating('role')}>
                  {messages.policies.newRole}
                </Button>
              ) : null}
              {mayEdit ? (
                <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating('policy')}>
                  {messages.policies.new}
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      >
        <Tabs
          label={messages.policies.tabs}
          tabs={tabs}
          value={tabs.some(({ value }) => value === search.tab) ? search.tab : 'rules'}
          onValueChange={(tab) => go({ tab: tab === 'rules' ? undefined : tab })}
        />
      </Page>
      {creating === 'role' ? (
        <CustomRoleDialog onClose={() => setCreating(undefined)} />
      ) : creating === 'policy' ? (
        <PolicyDialog
          stored={undefined}
          onSaved={({ id }) => {
            setCreating(undefined);
            go({ policy: id });
          }}
          onClose={() => setCreating(undefined)}
        />
      ) : null}
    </div>
  );
}

function ComplianceTab() {
  const query = useQuery(complianceQuery());
  return (
    <Loaded query={query} failure={complianceWords.failure}>
      {(compliance) => (
        <div className="flex flex-col gap-4">
          <ComplianceOverview compliance={compliance} />
          <AssistantUse />
        </div>
      )}
    </Loaded>
  );
}

type RulesProps = { search: PolicySearch; go: (next: PolicySearch) => void };

function PolicyRules({ search, go }: RulesProps) {
  const [text, setText] = useAddressText(search.search, (next) => go({ ...search, search: next }));
  const type = policyTypes.find((one) => one === search.type);
  const status = policyStatuses.find((one) => one === search.status);
  const list = useRows(policiesQuery({ type, status, search: search.search }));
  const id = search.policy;
  const chosen = useQuery({ ...policyQuery(id ?? ''), enabled: id !== undefined });
  const [editing, setEditing] = useState(false);
  const [testing, setTesting] = useState(false);
  const detail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id) detail.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return (
    <div className="flex flex-col gap-4">
      <Toolbar label={messages.policies.filter}>
        <SearchField
          label={messages.policies.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FilterSelect
          label={words.table.type}
          value={type}
          all={messages.policies.allTypes}
          options={policyTypes.map((value) => ({ value, label: words.types[value] }))}
          onChange={(next) => go({ ...search, type: next })}
        />
        <FilterSelect
          label={words.table.status}
          value={status}
          all={messages.policies.allStatuses}
          options={policyStatuses.map((value) => ({ value, label: words.statuses[value] }))}
          onChange={(next) => go({ ...search, status: next })}
        />
      </Toolbar>
      <Card flush>
        <PolicyTable
          list={list}
          narrowed={[type, status, search.search].some((one) => one !== undefined)}
          onOpen={(policy) => go({ ...search, policy: policy.id })}
        />
      </Card>
      <div ref={detail} className="scroll-mt-16">
        {/* below a list of unknown length it would move */}
        {list.query.isPending ? null : (
          <Card>
            {id === undefined ? (
              <EmptyState title={messages.policies.none} text={messages.policies.noneText} />
            ) : (
              <Loaded query={chosen} failure={words.detail.failure}>
                {(policy) => (
                  <PolicyDetail
                    key={policy.id}
                    policy={policy}
                    approvalLink={(request) => (
                      <Link className="underline" {...paths.approval(request)}>
                        {words.detail.openRequest}
                      </Link>
                    )}
                    onTest={() => setTesting(true)}
                    onEdit={() => setEditing(true)}
                    onRemoved={() => go({ ...search, policy: undefined })}
                  />
                )}
              </Loaded>
            )}
          </Card>
        )}
      </div>
      {testing && chosen.data ? (
        <PolicyTestDialog
          name={chosen.data.name}
          tested={testedOf(chosen.data)}
          onClose={() => setTesting(false)}
        />
      ) : null}
      {editing && chosen.data ? (
        <PolicyDialog
          stored={chosen.data}
          onSaved={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </div>
  );
}
