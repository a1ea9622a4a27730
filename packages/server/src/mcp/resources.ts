import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';
import { type McpServer, ResourceTemplate, type Variables } from '@modelcontextprotocol/server';
import type { AnyContractProcedure } from '@orpc/contract';
import { projectRoot } from '../base/places.ts';
import { callEndpoint, type SendToApi } from './call-endpoint.ts';
import { dataNote, dataText } from './data-text.ts';

/** Resources that a client lists; others are read by their address. */
const listed = 25;

interface McpResource {
  readonly name: string;
  readonly template: string;
  readonly title: string;
  readonly description: string;
  readonly procedure: AnyContractProcedure;
  readonly list: AnyContractProcedure;
  /** Address and name of a row of the list; null: it has no such resource. */
  readonly entry: (row: Record<string, unknown>) => { uri: string; name: string } | null;
}

const resources: readonly McpResource[] = [
  {
    name: 'plan',
    template: 'attain://plans/{id}',
    title: 'Plan',
    description: 'A compensation plan in its newest version',
    procedure: api.plans.get,
    list: api.plans.list,
    entry: ({ id, name }) => ({ uri: `attain://plans/${id}`, name: `${name}` }),
  },
  {
    name: 'statement',
    template: 'attain://statements/{runId}/{participantId}',
    title: 'Statement',
    description: 'A payee’s statement for one period, with arithmetic and hashes',
    procedure: api.statements.get,
    list: api.statements.list,
    entry: ({ runId, participantId, participantName, planName, period }) => ({
      uri: `attain://statements/${runId}/${encodeURIComponent(String(participantId))}`,
      name: `${participantName} · ${planName} · ${(period as { key: string }).key}`,
    }),
  },
  {
    name: 'suggestion',
    template: 'attain://suggestions/{id}',
    title: 'Suggestion',
    description: 'A suggestion with its figures',
    procedure: api.suggestions.get,
    list: api.suggestions.list,
    entry: ({ id, title }) => ({ uri: `attain://suggestions/${id}`, name: `${title}` }),
  },
  {
    name: 'evidence',
    template: 'attain://evidence/{id}',
    title: 'Evidence pack',
    description: 'The evidence pack of a suggestion, verified now',
    procedure: api.evidence.get,
    list: api.suggestions.list,
    entry: ({ id, title, evidenceHash }) =>
      evidenceHash === null ? null : { uri: `attain://evidence/${id}`, name: `Evidence: ${title}` },
  },
];

/** The terms of Attain; they are the same in every workspace. */
function addGlossary(server: McpServer): void {
  const uri = 'attain://glossary';
  const mimeType = 'text/markdown';
  server.registerResource(
    'glossary',
    uri,
    { title: 'Glossary', description: 'Terms of Attain and what they mean', mimeType },
    async () => ({
      contents: [{ uri, mimeType, text: await readFile(join(projectRoot, 'docs/glossary.md'), 'utf8') }],
    }),
  );
}

/** Adds the resources that the token may read. */
export function addResources(
  server: McpServer,
  { send, allows }: { send: SendToApi; allows: (access: Access) => boolean },
): void {
  addGlossary(server);
  for (const one of resources) {
    const { access } = one.procedure['~orpc'].meta as { access: Access };
    if (!allows(access)) continue;
    const list = async () => {
      const { rows } = await callEndpoint(send, one.list, { limit: listed });
      const entries = (rows as Record<string, unknown>[]).flatMap((row) => one.entry(row) ?? []);
      return { resources: entries.map((entry) => ({ ...entry, mimeType: 'application/json' })) };
    };
    const read = async (uri: URL, given: Variables) => {
      const input = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, decodeURIComponent(String(value))]),
      );
      const data = await callEndpoint(send, one.procedure, input);
      return {
        contents: [
          {
            uri: uri.href,
            mimeType: 'application/json',
            text: dataText(data),
            _meta: { 'attain/note': dataNote },
          },
        ],
      };
    };
    const { title, description } = one;
    server.registerResource(
      one.name,
      new ResourceTemplate(one.template, { list }),
      { title, description, mimeType: 'application/json' },
      read,
    );
  }
}
