import { type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bot, Eye, FileUp, KeyRound, ListChecks, LogIn, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay, useMe } from '../api/me.ts';
import { peopleQuery } from '../api/requests/people-queries.ts';
import { RowsExport } from '../api/rows-export.tsx';
import type { Person } from '../api/shapes.ts';
import { useRows } from '../api/use-rows.ts';
import { useRequestedOpen } from '../base/requested-action.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { CustomRolesDialog } from '../features/people/custom-roles-dialog.tsx';
import { InviteDialog } from '../features/people/invite-dialog.tsx';
import { InviteListDialog } from '../features/people/invite-list-dialog.tsx';
import { LinkDialog, type ShownLink } from '../features/people/link-dialog.tsx';
import { liveExceptions } from '../features/people/live-exceptions.ts';
import { exceptionText, messages, stateWords } from '../features/people/messages.ts';
import { PeopleTable, peopleColumns } from '../features/people/people-table.tsx';
import { PersonDrawer } from '../features/people/person-drawer.tsx';
import { ServiceAccountDialog } from '../features/people/service-account-dialog.tsx';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/fields/select.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';

const SignInDialog = lazy(async () => ({
  default: (await import('../features/people/sign-in-dialog.tsx')).SignInDialog,
}));

const ViewAsDialog = lazy(async () => ({
  default: (await import('../features/people/view-as-dialog.tsx')).ViewAsDialog,
}));

const AccessReviews = lazy(async () => ({
  default: (await import('../features/people/access-reviews.tsx')).AccessReviews,
}));

const any = 'any';

/** `/people`: members, invitations and their roles. */
export function PeoplePage() {
  const filter = useSearch({ from: '/shell/people' });
  const navigate = useNavigate();
  const narrow = (change: typeof filter) =>
    void navigate({ to: '.', search: { ...filter, ...change }, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(filter.search, (search) => narrow({ search }));
  const { search, state, role, kind } = filter;
  const query = peopleQuery({ search, state, role, kind });
  const list = useRows(query);
  const mayManage = useMay('manage:people');
  const [inviting, setInviting] = useRequestedOpen('invite-person');
  const [rolesOpen, setRolesOpen] = useState(false);
  const [signInOpen, setSignInOpen] = useState(false);
  const [viewing, setViewing] = useState(false);
  const isAdministrator = useMe().data?.roles.includes('administrator') ?? false;
  const [listing, setListing] = useState(false);
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Person>();
  const [link, setLink] = useState<ShownLink>();
  // what was changed is in the list by now
  const shown = opened && (list.rows.find(({ id }) => id === opened.id) ?? opened);
  const showLink = (next: ShownLink) => {
    setInviting(false);
    setOpened(undefined);
    setLink(next);
  };
  return (
    <Page
      title={messages.title}
      needs="read:people"
      views="people"
      meta={messages.subtitle}
      actions={
        <>
          <Button icon={<ListChecks aria-hidden />} onClick={() => narrow({ review: 'all' })}>
            {messages.reviews.open}
          </Button>
          {mayManage ? (
            <>
              {isAdministrator ? (
                <Button icon={<Eye aria-hidden />} onClick={() => setViewing(true)}>
                  {messages.viewAs.open}
                </Button>
              ) : null}
              {isAdministrator ? (
                <Button icon={<LogIn aria-hidden />} onClick={() => setSignInOpen(true)}>
                  {messages.signIn.open}
                </Button>
              ) : null}
              <Button icon={<KeyRound aria-hidden />} onClick={() => setRolesOpen(true)}>
                {messages.customRoles.open}
              </Button>
              <Button icon={<Bot aria-hidden />} onClick={() => setAdding(true)}>
                {messages.service.act}
              </Button>
              <Button icon={<FileUp aria-hidden />} onClick={() => setListing(true)}>
                {messages.inviteList}
              </Button>
              <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
                {messages.invite}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <Toolbar
        label={messages.filter}
        end={<RowsExport fileName="access-register" list={query} columns={registerColumns} />}
      >
        <SearchField label={messages.search} value={text} onChange={({ target }) => setText(target.value)} />
        <div className="w-full sm:w-40">
          <Select
            aria-label={messages.columns.state}
            controlSize="sm"
            value={state ?? any}
            onValueChange={(value) =>
              narrow({ state: value === any ? undefined : (value as Person['state']) })
            }
            options={[
              { value: any, label: messages.filters.allStates },
              ...Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
            ]}
          />
        </div>
        <div className="w-full sm:w-48">
          <Select
            aria-label={messages.filters.role}
            controlSize="sm"
            value={role ?? any}
            onValueChange={(value) => narrow({ role: value === any ? undefined : (value as Role) })}
            options={[
              { value: any, label: messages.filters.allRoles },
              ...roles.map((value) => ({ value, label: roleNames[value] })),
            ]}
          />
        </div>
        <div className="w-full sm:w-40">
          <Select
            aria-label={messages.filters.kind}
            controlSize="sm"
            value={kind ?? any}
            onValueChange={(value) => narrow({ kind: value === any ? undefined : (value as Person['kind']) })}
            options={[
              { value: any, label: messages.filters.allKinds },
              ...Object.entries(messages.kinds).map(([value, label]) => ({ value, label })),
            ]}
          />
        </div>
      </Toolbar>
      <Card flush>
        <PeopleTable
          list={list}
          narrowed={(search ?? state ?? role ?? kind) !== undefined}
          onOpen={setOpened}
        />
      </Card>
      {shown ? <PersonDrawer person={shown} onLink={showLink} onClose={() => setOpened(undefined)} /> : null}
      {mayManage && inviting ? (
        <InviteDialog onInvited={showLink} onClose={() => setInviting(false)} />
      ) : null}
      {rolesOpen ? <CustomRolesDialog onClose={() => setRolesOpen(false)} /> : null}
      {signInOpen ? (
        <Suspense fallback={null}>
          <SignInDialog onClose={() => setSignInOpen(false)} />
        </Suspense>
      ) : null}
      {viewing ? (
        <Suspense fallback={null}>
          <ViewAsDialog onClose={() => setViewing(false)} />
        </Suspense>
      ) : null}
      {adding ? (
        <ServiceAccountDialog
          onCreated={(account) => {
            setAdding(false);
            setOpened(account);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {listing ? <InviteListDialog onClose={() => setListing(false)} /> : null}
      {filter.review === undefined ? null : (
        <Suspense fallback={null}>
          <AccessReviews review={filter.review} onReview={(review) => narrow({ review })} />
        </Suspense>
      )}
      {link ? <LinkDialog link={link} onClose={() => setLink(undefined)} /> : null}
    </Page>
  );
}

/** The access register: what the list shows, with ids and exact times. */
export const registerColumns = [
  ...peopleColumns.filter(({ id }) => id !== 'seen'),
  {
    head: messages.exception.title,
    value: (row: Person) => liveExceptions(row).map(exceptionText).join('; ') || null,
  },
  { head: messages.columns.kind, value: (row: Person) => messages.kinds[row.kind] },
  { head: 'Two-step sign-in since (UTC)', value: (row: Person) => row.secondFactorSince },
  { head: 'Last seen (UTC)', value: (row: Person) => row.lastSeenAt },
  { head: 'Invitation valid until (UTC)', value: (row: Person) => row.expiresAt },
];
