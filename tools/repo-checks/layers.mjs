/**
 * Import rules between folders. The order of the nouns is the reading order and the import order: a noun
 * may import those before it, never one after it. A new folder gets a place in its list, or the check fails.
 */

/** The nouns of packages/domain/src. */
export const domainNouns = [
  'base',
  'access',
  'approvals',
  'controls',
  'plans',
  'quotas',
  'crediting',
  'attainment',
  'payouts',
  'payments',
  'proofs',
  'findings',
  'simulations',
  'measures',
  'forecasts',
  'suggestions',
  'disputes',
  'closes',
  'questions',
  'workflows',
  'data-contracts',
  'connections',
  'webhooks',
  'suites',
  'agents',
  'versions',
  'deployments',
  'policies',
  'costs',
  'telemetry',
  'schedules',
];

/** The nouns of packages/server/src/slices. */
export const sliceNouns = [
  'access',
  'audit',
  'tenants',
  'approvals',
  'people',
  'participants',
  'records',
  'territories',
  'rates',
  'deals',
  'quotas',
  'plans',
  'assignments',
  'imports',
  'calculations',
  'payouts',
  'adjustments',
  'payments',
  'statements',
  'findings',
  'simulations',
  'suggestions',
  'disputes',
  'closes',
  'notes',
  'policies',
  'connections',
  'mails',
  'sign-in',
  'webhooks',
  'data-contracts',
  'versions',
  'workflows',
  'workflow-runs',
  'connectors',
  'questions',
  'suites',
  'agents',
  'branches',
  'deployments',
  'costs',
  'telemetry',
  'schedules',
  'search',
  'backups',
];

/** Other folders of packages/server/src and the folders each may import. None may import slices. */
const serverRooms = {
  base: [],
  audit: ['base'],
  db: ['base', 'audit'],
  model: ['base'],
  jobs: ['base', 'db'],
  schemas: ['base'],
  runs: ['base', 'db', 'schemas'],
  http: ['base', 'db'],
  mcp: ['base', 'http'],
};

/** Folders of packages/web/src and the folders each may import. */
const webRooms = {
  base: [],
  ui: ['base'],
  api: ['ui', 'base'],
  features: ['api', 'ui', 'base'],
  shell: ['api', 'ui', 'base'],
  pages: ['features', 'shell', 'api', 'ui', 'base'],
  builder: ['features', 'shell', 'api', 'ui', 'base'],
};

/** Files that only tests use: they may import anything they need. */
const testFile = '\\.(test|fixture)\\.tsx?$';

/**
 * The rules for dependency-cruiser.
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export function forbiddenImports() {
  return [
    ...orderOf('domain', 'packages/domain/src', domainNouns, testFile),
    rule(
      'domain-is-pure',
      'The domain knows no Node, no package but exact decimals and patterns in linear time, and no other room.',
      {
        from: { path: '^packages/domain/src/', pathNot: testFile },
        to: { pathNot: ['^packages/domain/src/', packages('big\\.js', '@types/big\\.js', 're2js')] },
      },
    ),
    rule('domain-tests-stay-home', 'A domain test proves the domain alone.', {
      from: { path: '^packages/domain/src/' },
      to: { path: '^packages/(contract|server|web)/' },
    }),
    rule(
      'decimals-live-in-the-domain',
      'Exact arithmetic is done by the domain; elsewhere amounts are text.',
      {
        from: { path: '^packages/', pathNot: '^packages/domain/src/' },
        to: { path: packages('big\\.js', '@types/big\\.js', 'decimal\\.js', 'bignumber\\.js') },
      },
    ),
    rule('contract-says-only', 'The contract is made of the domain, zod and the oRPC contract.', {
      from: { path: '^packages/contract/src/', pathNot: testFile },
      to: { pathNot: ['^packages/(contract|domain)/src/', packages('zod', '@orpc/contract')] },
    }),
    ...serverRules(),
    ...webRules(),
    rule('no-cycles', 'A circle of imports has no beginning to read from.', {
      from: {},
      to: { circular: true },
    }),
    rule('no-imports-of-tests', 'Only tests import tests.', {
      from: { pathNot: [testFile, '^(e2e|bench|tools)/'] },
      to: { path: testFile },
    }),
    rule('imports-exist', 'The imported file or package is not there.', {
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:', dependencyTypesNot: ['core'] },
    }),
    rule(
      'packages-are-declared',
      'npm hoists packages, so an undeclared one works until the day it does not.',
      {
        from: {},
        to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      },
    ),
  ];
}

function serverRules() {
  const slices = '^packages/server/src/slices/';
  return [
    ...orderOf('slice', 'packages/server/src/slices', sliceNouns, testFile),
    rule('stores-are-private', 'A slice asks another slice by a use-case; its SQL is its own.', {
      from: { path: `${slices}([^/]+)/`, pathNot: testFile },
      to: { path: `${slices}[^/]+/[^/]*-store\\.ts$`, pathNot: `${slices}$1/` },
    }),
    rule('slices-know-no-http', 'A use-case does not know how it was called.', {
      from: { path: slices, pathNot: testFile },
      to: {
        path: [packages('fastify', '@fastify/[^/]+'), '^packages/server/src/(http|model|main\\.ts|cli\\.ts)'],
      },
    }),
    ...roomsOf('server', 'packages/server/src', serverRooms, ['slices', 'main.ts', 'cli.ts']),
    rule('server-knows-no-web', 'The server does not know who looks at it.', {
      from: { path: '^packages/server/' },
      to: { path: '^packages/web/src/' },
    }),
  ];
}

function webRules() {
  const features = '^packages/web/src/features/';
  return [
    ...roomsOf('web', 'packages/web/src', webRooms, []),
    rule('features-stand-alone', 'A page puts two features together; one does not know the other.', {
      from: { path: `${features}([^/]+)/` },
      to: { path: features, pathNot: `${features}$1/` },
    }),
    rule('ui-knows-no-trade', 'Buttons and tables know nothing of compensation.', {
      from: { path: '^packages/web/src/(ui|base)/', pathNot: testFile },
      to: { path: '^packages/(contract|domain)/' },
    }),
    rule('web-knows-no-server', 'The web speaks the contract only.', {
      from: { path: '^packages/web/' },
      to: { path: '^packages/server/' },
    }),
  ];
}

/**
 * One rule per noun: it may not import later ones of the list.
 * @param {string} name
 * @param {string} folder
 * @param {readonly string[]} nouns
 * @param {string} except
 */
function orderOf(name, folder, nouns, except) {
  return nouns.slice(0, -1).map((noun, at) =>
    rule(`${name}-order-${noun}`, `${noun} comes before what it imports; see tools/repo-checks/layers.mjs.`, {
      from: { path: `^${folder}/${noun}/`, pathNot: except },
      to: { path: `^${folder}/(${nouns.slice(at + 1).join('|')})/` },
    }),
  );
}

/**
 * One rule per folder: the folders of its package that it may not import.
 * @param {string} name
 * @param {string} folder
 * @param {Readonly<Record<string, readonly string[]>>} rooms
 * @param {readonly string[]} closed places that none of them may enter
 */
function roomsOf(name, folder, rooms, closed) {
  return Object.entries(rooms).flatMap(([room, open]) => {
    const shut = Object.keys(rooms).filter((other) => other !== room && !open.includes(other));
    const places = [...shut.map((one) => `${one}/`), ...closed.map((one) => one.replace('.', '\\.'))];
    if (places.length === 0) return [];
    const where = {
      from: { path: `^${folder}/${room}/`, pathNot: testFile },
      to: { path: `^${folder}/(${places.join('|')})` },
    };
    return [
      rule(`${name}-room-${room}`, `${room} may look into: ${open.join(', ') || 'itself only'}.`, where),
    ];
  });
}

/** @param {string[]} names */
function packages(...names) {
  return `node_modules/(${names.join('|')})/`;
}

/**
 * @param {string} name
 * @param {string} comment
 * @param {{ from: object, to: object }} where
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function rule(name, comment, where) {
  return { name, comment, severity: 'error', ...where };
}
