import { type FiledVersion, versionsFormat, writeVersionsFile } from '@attain/domain/proofs/versions-file';
import { ancestorsOf } from '@attain/domain/versions/history';
import { canonicalWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { proveNamed } from '../audit/prove-entries.ts';
import { logSigner } from '../audit/sign-head.ts';
import { type StoredVersion, selectAllVersions, selectEditedAgent } from './version-rows.ts';

/** Actions whose entries name a version. */
const naming = ['agent-version', 'agent.created', 'agent.saved', 'workflow.published'];

/**
 * The history of an agent, or of one version, as a file that anyone can check without a server: every version with its
 * content, and the log entry that names it. Throws NOT_FOUND, and CONFLICT without a version.
 */
export function exportVersions(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; hash?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    found(await selectEditedAgent(tx, input.id), 'agent');
    const all = await selectAllVersions(tx, input.id);
    if (all.length === 0) throw new ApiError('CONFLICT', 'The agent has no version yet.');
    const wanted = input.hash === undefined ? all : withAncestors(all, input.hash);
    const signer = logSigner(ctx, tx.tenantId);
    const audits = await proveNamed(tx, ctx, {
      hashes: wanted.map(({ hash }) => hash),
      objectIds: [...new Set([input.id, ...wanted.flatMap(({ manifest }) => manifest.workflow?.id ?? [])])],
      actions: naming,
    });
    const documents = wanted.flatMap(({ manifest, document }) =>
      manifest.workflow !== null && document !== null
        ? [[manifest.workflow.hash, canonicalWorkflow(document)] as const]
        : [],
    );
    const newest = wanted.at(-1);
    const text = writeVersionsFile({
      format: versionsFormat,
      agentId: input.id,
      key: signer.line,
      versions: wanted.map(({ hash, record, manifest }): FiledVersion => {
        const { body, proof } = found(audits.get(hash), `log entry of version ${record.version}`);
        return { hash, record, manifest, audit: { entry: body, proof } };
      }),
      workflows: Object.fromEntries(documents),
    });
    const suffix = input.hash === undefined ? 'history' : newest?.version;
    return { fileName: `${input.id}-${suffix}.versions.json`, mediaType: 'application/json', text };
  });
}

function withAncestors(all: readonly StoredVersion[], hash: string): StoredVersion[] {
  const graph = new Map(
    all.map((one) => [one.hash, { hash: one.hash, parents: one.record.parents, number: one.number }]),
  );
  found(graph.get(hash), 'version');
  const kept = ancestorsOf(graph, hash);
  return all.filter((one) => kept.has(one.hash));
}
