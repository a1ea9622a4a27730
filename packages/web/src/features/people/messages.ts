import { roleDescriptions } from '@attain/domain/access/role-descriptions';
import { roleNames } from '@attain/domain/access/role-names';
import type { AccessGrant, Person, RoleGrant } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';

/** What a role is for, beneath its name. */
export const roleHints = roleDescriptions;

/** A state as a word and its meaning. */
export const stateWords = {
  invited: { label: 'Invited', meaning: 'info' },
  active: { label: 'Active', meaning: 'ok' },
  disabled: { label: 'Disabled', meaning: 'neutral' },
} as const satisfies Record<Person['state'], unknown>;

/** A role with its team and dates: "Finance, team of Ada Byron, Jan 1, 2026 to Mar 31, 2026". */
export const roleText = (grant: RoleGrant) => limitedText(roleNames[grant.role], grant);

/** The same of a custom role. */
export const customText = (grant: Person['customRoles'][number]) => limitedText(grant.name, grant);

function limitedText(name: string, { from, to, teamOf, teamName }: Omit<RoleGrant, 'role'>): string {
  const role = teamOf === undefined ? name : `${name}, team of ${teamName ?? teamOf}`;
  if (from === null && to === null) return role;
  if (to === null) return `${role}, from ${formatDay(from)}`;
  if (from === null) return `${role}, until ${formatDay(to)}`;
  return `${role}, ${formatDay(from)} to ${formatDay(to)}`;
}

/** An exception in the access register: what, how long, why and who accepted it. */
export const exceptionText = ({ names, until, reason, approvedBy }: Person['exceptions'][number]) =>
  `${names.join(' with ')} until ${formatDay(until)}, approved by ${approvedBy}: ${reason}`;

/** All roles of a person. */
export const rolesText = ({ roles, customRoles }: Pick<Person, 'roles' | 'customRoles'>) =>
  [...roles.map(roleText), ...customRoles.map(customText)].join('; ') || 'No role';

/** When an invitation's link ends, or that it has. */
export function expiryText(expiresAt: string | null): string {
  if (expiresAt === null) return '—';
  return Date.parse(expiresAt) < Date.now() ? 'Link expired' : `Link ends ${formatMoment(expiresAt)}`;
}

/** Texts of People & access. */
export const messages = {
  home: {
    label: 'Who has access',
    people: 'People',
    invited: (count: number) => (count === 0 ? 'No open invitations' : `${count} invited`),
    privileged: 'People with powerful roles',
    withoutCode: (count: number) =>
      count === 0 ? 'All sign in with two steps' : `${count} without two-step sign-in`,
    requests: 'Open requests',
    forYou: 'Waiting for you',
    stale: 'Not seen lately',
    staleAfter: 'Over 90 days without a visit',
    toDo: 'Invitations and unused accounts',
    nothing: 'No open invitations and no unused accounts.',
    never: 'Never signed in',
  },
  title: 'People & access',
  subtitle: 'Members of this workspace and their access.',
  invite: 'Invite person',
  inviteList: 'Invite several',
  filter: 'Filter people',
  search: 'Search people',
  loadFailed: 'People could not be loaded',
  noneTitle: 'No people yet',
  noneText: 'Invite the people you work with.',
  noMatchTitle: 'No one matches',
  noMatchText: 'Clear a filter or search for something else.',
  never: 'Never',
  waiting: 'Waiting for approval',
  openRequest: 'Open request',
  ownAccess: 'You can’t change your own access. Ask another administrator.',
  columns: {
    name: 'Name',
    kind: 'Kind',
    state: 'State',
    username: 'Username',
    roles: 'Roles',
    paidAs: 'Paid as',
    lastSeen: 'Last seen',
    invitation: 'Invitation',
  },
  kinds: { person: 'Person', service: 'Service account' },
  filters: {
    allStates: 'All states',
    role: 'Role',
    allRoles: 'All roles',
    kind: 'Kind',
    allKinds: 'All kinds',
  },
  service: {
    act: 'Add service account',
    create: 'Create account',
    description: 'An account for a program. It never signs in and never approves.',
    nameHint: 'Names the program’s work, such as “CRM export”.',
    done: 'Service account created',
    waits: (name: string) => `Roles of ${name} wait for another administrator.`,
    tokens: 'API tokens',
    tokensFailed: 'API tokens could not be loaded',
    noRoles: 'Give the account a role first; then it can have tokens.',
  },
  link: {
    mailed: 'The link is on its way by email. You can also copy it.',
    mailedLater: 'The link is sent by email once the roles are approved.',
    note: 'Send this link to the person. It works once and is not shown again.',
    waits: 'The link works once another administrator approves the roles.',
    label: 'One-time link',
    validUntil: (expiresAt: string) => `Valid until ${formatMoment(expiresAt)}.`,
    copy: 'Copy link',
    copied: 'Link copied',
    notCopied: 'Select the link and copy it',
    done: 'Done',
  },
  form: {
    create: 'Create invitation',
    done: (name: string) => `Invitation for ${name}`,
    usernameHint: 'Used to sign in, usually the email address.',
    nameMissing: 'Enter a name',
    usernameMissing: 'Enter a username',
    rolesMissing: 'Choose at least one role',
    participantHint: 'Links the person to their own pay.',
    sendMail: 'Send the link by email',
    mailNeedsAddress: 'The username is not an email address.',
  },
  roleFields: {
    setDates: 'Set dates',
    setDatesOf: (role: string) => `Set dates for ${role}`,
    from: 'First day',
    to: 'Last day',
    datesHint: 'Leave both dates blank for access without an end.',
    setLimits: 'Set limits',
    setLimitsOf: (role: string) => `Set limits for ${role}`,
    team: 'Only for the team of',
    teamHint: 'Only their team’s records and pay. No imports or calculations.',
  },
  list: {
    hint: 'Columns: name, username, roles, participant. Separate roles with semicolons.',
    file: 'CSV of people',
    act: 'Invite people',
    fromParticipants: 'Use participants',
    fromParticipantsHint: 'Everyone with an email and no account, as Sales Rep.',
    noParticipants: 'No participant with an email is without an account.',
    sendMail: 'Send each link by email',
    sendMailHint: 'All usernames must be email addresses.',
    ready: (count: number) => `No issues found. ${counted(count, 'person', 'people')} will be invited.`,
    inviteCount: (count: number) => `Invite ${counted(count, 'person', 'people')}`,
    done: (count: number) => `${counted(count, 'invitation')} created`,
    doneText: 'The links are in invitations.csv.',
    doneWaiting: (count: number) =>
      `The links are in invitations.csv. ${counted(count, 'link')} must be approved first.`,
    line: (line: string, message: string) => `Line ${line}: ${message}`,
  },
  setRoles: {
    act: 'Change roles',
    title: (name: string) => `Change roles of ${name}`,
    description: 'Roles that approve or manage wait for a second administrator.',
    save: 'Save roles',
    done: 'Roles changed',
    waits: 'Waiting for approval',
    waitsText: (name: string) => `${name} keeps their roles until another administrator approves.`,
  },
  exception: {
    title: 'Exceptions',
    mark: 'Exception',
    open: 'Ask for an exception',
    description: 'Another administrator decides. The added role ends on the last day.',
    until: 'Last day',
    untilHint: (days: number) => `At most ${days} days ahead, in UTC.`,
    reason: 'Reason',
    ask: 'Ask for exception',
    what: ({ names, until }: Person['exceptions'][number]) =>
      `${names.join(' with ')} until ${formatDay(until)}`,
    by: (name: string) => `Approved by ${name}`,
    request: 'Open request',
  },
  viewAs: {
    open: 'View as a role',
    title: 'View as a role',
    description: 'You see what the role sees and can’t change anything. The audit log records it.',
    participantHint: 'A rep or manager then sees this pay and team.',
    begin: 'View',
  },
  customRoles: {
    open: 'Custom roles',
    title: 'Custom roles',
    description: 'Combine permissions into roles of your own.',
    loadFailed: 'Custom roles could not be loaded',
    none: 'No custom roles yet. Built-in roles can’t be changed.',
    legend: 'Custom roles',
    close: 'Close',
    add: 'New role',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    remove: 'Delete',
    removeOf: (name: string) => `Delete ${name}`,
    removed: 'Role deleted',
    removeFailed: 'The role could not be deleted',
    summary: (members: number, permissions: number) =>
      `${counted(members, 'member')} · ${counted(permissions, 'permission')}`,
    createTitle: 'New role',
    editTitle: (name: string) => `Edit ${name}`,
    formHint: 'Choose permissions and how far each reaches.',
    name: 'Name',
    text: 'Description',
    permissions: 'Permissions',
    reach: (permission: string) => `How far: ${permission}`,
    scopes: { tenant: 'Whole workspace', team: 'Own team', own: 'Own records' },
    capital: (words: string) => words.charAt(0).toUpperCase() + words.slice(1),
    save: 'Save role',
    saved: 'Role saved',
    copyOf: (name: string) => `${name} (copy)`,
    startFrom: 'Start from',
    blank: 'No permissions',
  },
  signIn: {
    open: 'Sign-in',
    title: 'Sign-in',
    description: 'Let people sign in with your company’s identity provider.',
    loadFailed: 'Sign-in settings could not be loaded',
    none: 'No identity provider. People sign in with their passwords.',
    linked: (name: string, count: number) => `${name} · ${counted(count, 'linked member')}`,
    setUp: 'Set up provider',
    edit: 'Edit provider',
    editGroups: 'Edit groups',
    groups: 'Roles by group',
    noGroups: 'No group gives roles.',
    groupText: (group: string, roles: string) => `${group}: ${roles}`,
    paused: 'Paused: the person who saved it is no longer an administrator. Save it again.',
    directory: 'Directory (SCIM 2.0)',
    directoryText: 'Creates and deactivates people. Create an API token with “Manage people” for it.',
    directoryAddress: 'SCIM address',
    close: 'Close',
    providerTitle: 'Identity provider',
    providerText: 'OpenID Connect. Attain asks the provider for its settings when you save.',
    name: 'Name',
    nameHint: 'Shown on the sign-in screen, such as Okta.',
    issuer: 'Issuer',
    issuerHint: 'An allowed host of this installation, such as https://example.okta.com.',
    clientId: 'Client ID',
    secret: 'Client secret',
    secretHint: 'Encrypted. It can’t be viewed later.',
    secretKept: 'Leave blank to keep the stored one.',
    domains: 'Email domains',
    domainsHint: 'Separate with commas. A verified address here links an existing account.',
    groupsClaim: 'Claim with groups',
    createsAccounts: 'Create accounts at the first sign-in',
    createsAccountsHint: 'Only if a group gives the person a role.',
    provesSecondFactor: 'The provider asks for a second factor',
    provesSecondFactorHint: 'Satisfies roles that require two-step sign-in.',
    returnAddress: 'Return address',
    returnHint: 'Register it with the provider.',
    copy: 'Copy address',
    save: 'Save provider',
    saved: 'Identity provider saved',
    remove: 'Remove provider',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'People without a password need a one-time link to sign in again.',
    removed: 'Identity provider removed',
    groupsTitle: 'Roles by group',
    groupsText: 'Roles listed here follow the directory. Other roles stay.',
    group: 'Group',
    addGroup: 'Add group',
    removeGroup: (group: string) => `Remove ${group || 'group'}`,
    rolesOf: (group: string) => `Roles of ${group || 'the group'}`,
    saveGroups: 'Save groups',
    groupsSaved: 'Roles by group saved',
  },
  setParticipant: {
    act: 'Link participant',
    title: (name: string) => `Link ${name}`,
    remove: 'Remove link',
    done: 'Participant changed',
    none: 'Not linked to a participant',
  },
  disable: {
    act: 'Disable access',
    title: (name: string) => `Disable ${name}?`,
    text: 'They are signed out everywhere within seconds. You can reactivate them later.',
    tasks: (count: number) => `Reassign ${counted(count, 'open task')}:`,
    done: 'Access disabled',
  },
  reactivate: {
    act: 'Reactivate access',
    done: 'Access reactivated',
    failure: 'Access could not be reactivated',
  },
  remove: {
    act: 'Remove from workspace',
    title: (name: string) => `Remove ${name}?`,
    text: 'They lose access to this workspace. Their name stays in the history.',
    confirm: 'Remove person',
    done: 'Person removed',
  },
  reset: {
    act: 'Reset password',
    title: (name: string) => `Reset password of ${name}?`,
    text: 'Creates a link to choose a new password. The current password works until then.',
    confirm: 'Create link',
    done: (name: string) => `Password link for ${name}`,
  },
  secondFactor: {
    label: 'Two-step sign-in',
    since: (day: string) => `On since ${day}`,
    off: 'Off',
    act: 'Reset two-step sign-in',
    title: (name: string) => `Reset two-step sign-in of ${name}?`,
    text: 'Their password alone signs them in until they set it up again. They are signed out everywhere and notified.',
    confirm: 'Reset two-step sign-in',
    done: 'Two-step sign-in reset',
  },
  access: {
    title: 'Temporary access',
    until: ({ endsAt }: AccessGrant) =>
      endsAt === null ? 'Waiting for approval' : `Ends ${formatMoment(endsAt)}`,
    capital: (words: string) => words.charAt(0).toUpperCase() + words.slice(1),
    revoke: 'Revoke',
    revokeOf: (words: string) => `Revoke: ${words}`,
    done: 'Temporary access revoked',
    failure: 'Temporary access could not be revoked',
  },
  resend: { act: 'Create new link', failure: 'The invitation could not be renewed' },
  revoke: {
    act: 'Revoke invitation',
    title: (name: string) => `Revoke the invitation of ${name}?`,
    text: 'The link stops working. You can invite them again.',
    done: 'Invitation revoked',
  },
  about: (name: string, what: string) => `${name}: ${what}`,
};
