import type { ImportDetail, ImportSummary } from '@attain/contract/imports';
import { seesSinglePay } from '@attain/domain/access/small-groups';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import { shownControls } from './control-totals.ts';
import { profileNameOf, type StoredImport, type StoredPreview } from './imports-store.ts';
import { allKinds } from './kinds/all-kinds.ts';
import { editorsOf, limitExceeded } from './over-limit.ts';
import { profileFor } from './profiles/profile-store.ts';

/** An import as the actor may see it: what it changes in pay is for those who read individual pay (ACCESS-10). */
export async function detailOf(tx: TenantTx, actor: Actor, stored: StoredImport): Promise<ImportDetail> {
  const { createdById, checkedById: _, editorIds, lookups, control, ...rest } = stored;
  const by = [actor.userId, ...editorsOf({ createdBy: createdById, editors: editorIds })];
  const overLimit =
    stored.status === 'checked' ? await limitExceeded(tx, stored, { by, among: 'started' }) : null;
  // Rows of the sample workspace have an import, but no file to preview.
  const preview: StoredPreview | null = stored.preview;
  return {
    ...rest,
    overLimit,
    controls: shownControls(stored),
    controlReason: control?.reason
      ? { ...control.reason, by: (await selectMemberName(tx, control.reason.by)) ?? 'a former member' }
      : null,
    summary: rest.summary && withoutPay(actor, rest.summary),
    preview: preview && {
      format: preview.format,
      encoding: preview.encoding,
      delimiter: preview.delimiter,
      sheets: [...preview.sheets],
      headers: [...preview.headers],
      hasHeader: preview.hasHeader,
      rows: preview.rows.map((row) => [...row]),
      values: preview.values.map((column) => [...column]),
      warnings: [...preview.warnings],
    },
    lookups: [
      ...lookups.map(({ fileName, headers }) => ({ fileName, headers: [...headers], missing: false })),
      ...(preview?.awaited ?? []).map((fileName) => ({ fileName, headers: [], missing: true })),
    ],
    mappingOf: preview?.mappingOf ?? null,
    // the one it would be stored with: a name that other headers have is numbered
    profileName: preview === null ? profileNameOf(stored) : await profileFor(tx, stored),
    proposed: preview?.proposed ?? null,
    fields: allKinds[stored.kind].fields.map(({ field, label, required, type, describe }) => ({
      field,
      label,
      required,
      type,
      describe,
    })),
  };
}

function withoutPay(actor: Actor, summary: ImportSummary): ImportSummary {
  if (summary.pay === undefined || seesSinglePay(actor.roles)) return summary;
  const note = 'The effect on pay is visible only to users who can see individual pay.';
  return { ...summary, pay: { note, runs: [] } };
}
