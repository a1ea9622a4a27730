const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** The names of schemas and messages (RFC 7643, RFC 7644). */
export const urns = {
  user: `${core}:User`,
  group: `${core}:Group`,
  schema: `${core}:Schema`,
  resourceType: `${core}:ResourceType`,
  config: `${core}:ServiceProviderConfig`,
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** The most resources of one page. */
export const maxResults = 200;

/** What this server can do (RFC 7643 §5). */
export const serviceProviderConfig = {
  schemas: [urns.config],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description:
        'An API token with permission to manage people, sent as Authorization: Bearer attain_pat_…',
      primary: true,
    },
  ],
};

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const complex = (name: string, subAttributes: object[], more: object = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more });
const readOnly = { mutability: 'readOnly' };

/** The schemas of users and groups (RFC 7643 §7). */
export const schemas = [
  {
    schemas: [urns.schema],
    id: urns.user,
    name: 'User',
    description: 'A member of the workspace',
    attributes: [
      attribute('userName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      complex('name', [attribute('formatted', readOnly), attribute('givenName'), attribute('familyName')]),
      attribute('active', { type: 'boolean' }),
      complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
        multiValued: true,
        ...readOnly,
      }),
      complex('groups', [attribute('value'), attribute('display')], { multiValued: true, ...readOnly }),
    ],
    meta: { resourceType: 'Schema' },
  },
  {
    schemas: [urns.schema],
    id: urns.group,
    name: 'Group',
    description: 'A group of the directory; the workspace maps it to roles',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      complex('members', [attribute('value', { mutability: 'immutable' }), attribute('display', readOnly)], {
        multiValued: true,
      }),
    ],
    meta: { resourceType: 'Schema' },
  },
];

/** The kinds of resources (RFC 7643 §6). */
export const resourceTypes = [
  { id: 'User', name: 'User', endpoint: '/Users', schema: urns.user },
  { id: 'Group', name: 'Group', endpoint: '/Groups', schema: urns.group },
].map((one) => ({ schemas: [urns.resourceType], ...one, meta: { resourceType: 'ResourceType' } }));
