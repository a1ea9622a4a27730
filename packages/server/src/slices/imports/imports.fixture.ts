import { setTimeout } from 'node:timers/promises';
import { isProcessing } from '@attain/contract/import-status';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { importJob } from '../../job-list.ts';
import { checkImport } from './check-import.ts';
import { commitImport } from './commit-import.ts';
import type { KindName } from './kinds/kind.ts';
import { readImport } from './read-import.ts';
import { madeFile } from './reading/made-files.fixture.ts';
import { uploadImport } from './upload-import.ts';

/** Two people, one leading the other. */
export const PEOPLE = 'id,name,manager,hire date\nann,Ann Lee,,2020-01-01\nbob,Bob Ray,ann,2021-05-01\n';

/** The header of the deals below. */
export const HEAD = 'id,date,amount,currency,participant,splits,product\n';

/** A sale, a return with a comma in a quoted cell, and a split of a hundred-millionth. */
export const DEALS = `${HEAD}D1,2024-01-31,100.10,USD,ann,,Bikes\nD2,2024-02-01,-20.05,USD,bob,,"Bolts, small"\nD3,2024-02-15,0.00000001,USD,,ann:50;bob:50,\n`;

/** What a statement answers inside the actor's workspace. */
export function rowsIn(ctx: AppContext, actor: Actor, sql: string) {
  return ctx.db.within(actor.tenantId, async (tx) => (await tx.client.query(sql)).rows);
}

/** Somebody with every permission in a tenant. */
export function importer(tenantId: string): Actor {
  return systemActor(tenantId, '018f0000-0000-7000-8000-000000000001', 'test');
}

/** Uploads a file made of text or bytes. */
export function upload(
  ctx: AppContext,
  actor: Actor,
  kind: KindName,
  content: string | Uint8Array,
  name = `${kind}.csv`,
  planId?: string,
) {
  const fields = { kind, ...(planId === undefined ? {} : { planId }) };
  return uploadImport(ctx, actor, { path: madeFile(name, content), fileName: name, fields });
}

/** Orders a dry run and does it; the order may be done by the queue's worker as well, whoever is first. */
export async function checked(
  ctx: AppContext,
  actor: Actor,
  id: string,
  choose: (mapping: Mapping) => Mapping = (m) => m,
  { profile, skipBadRows = false }: { profile?: string; skipBadRows?: boolean } = {},
): Promise<ImportDetail> {
  const before = await readImport(ctx, actor, id);
  if (before.mapping === null) throw new Error('an uploaded import has a mapping');
  const mapping = choose(before.mapping);
  const profileName = profile ?? (mapping.snapshot && before.profileName);
  await checkImport(ctx, actor, { id, mapping, profileName, skipBadRows });
  return worked(ctx, actor, id);
}

/** Orders a commit and does it. */
export async function committed(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  await commitImport(ctx, actor, id);
  return worked(ctx, actor, id);
}

/** Does what was ordered, or waits until the queue's worker has done it. */
async function worked(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  await importJob.run(ctx, { tenantId: actor.tenantId, id });
  for (;;) {
    const detail = await readImport(ctx, actor, id);
    if (!isProcessing(detail)) return detail;
    await setTimeout(20);
  }
}

/** Upload, dry run and commit in one go; the dry run must be without errors. */
export async function imported(
  ctx: AppContext,
  actor: Actor,
  file: {
    kind: KindName;
    content: string | Uint8Array;
    name?: string;
    planId?: string;
    choose?: (mapping: Mapping) => Mapping;
  },
): Promise<ImportDetail> {
  const { id } = await upload(ctx, actor, file.kind, file.content, file.name, file.planId);
  const dry = await checked(ctx, actor, id, file.choose);
  if (dry.status !== 'checked' || dry.problemCount > 0)
    throw new Error(`${dry.status}: ${dry.error} ${dry.problemCount} problems`);
  return committed(ctx, actor, id);
}
