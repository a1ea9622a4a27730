import { canonicalText } from '@attain/domain/proofs/canonical';
import { type EvidencePack, writePack } from '@attain/domain/proofs/pack';
import { withoutValues, withShortHashes } from '@attain/domain/proofs/redact-pack';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { selectTenantName } from '../evidence-store.ts';
import { evidenceCsv } from './evidence-csv.ts';
import { evidencePdf } from './evidence-pdf.ts';
import { xmlOf } from './evidence-xml.ts';
import { mustRedact, visibleEvidence } from './read-evidence.ts';

const contentTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xml: 'application/xml; charset=utf-8',
} as const;

export type EvidenceFormat = keyof typeof contentTypes;

/** The format by its name in any case. Throws BAD_INPUT for another. */
export function evidenceFormatOf(format: string): EvidenceFormat {
  const name = format.toLowerCase();
  if (Object.hasOwn(contentTypes, name)) return name as EvidenceFormat;
  throw new ApiError('BAD_INPUT', `Unsupported export format: ${format}`);
}

/** The name of an exported file. */
export function evidenceFileName(id: string, format: EvidenceFormat): string {
  return `evidence-pack-${id}.${format}`;
}

/**
 * A suggestion's evidence as a file. `redact`: `values` withholds those of single payees, always without a right to simulated
 * pay; `hashes` cuts hashes to 8 characters. Throws BAD_INPUT for an unknown format, NOT_FOUND outside the actor's reach.
 */
export async function exportEvidence(
  ctx: AppContext,
  actor: Actor,
  wanted: { readonly id: string; readonly format: string; readonly redact: string | undefined },
): Promise<{ fileName: string; contentType: string; body: string | Buffer }> {
  const format = evidenceFormatOf(wanted.format);
  const { redact } = wanted;
  if (redact !== undefined && redact !== 'values' && redact !== 'hashes')
    throw new ApiError('BAD_INPUT', `Redact values or hashes, not ${redact}.`);
  const loaded = await ctx.read(actor, async (tx) => ({
    ...(await visibleEvidence(tx, ctx, { actor, id: wanted.id })),
    tenantName: await selectTenantName(tx),
  }));
  const { suggestion, verdict, tenantName } = loaded;
  const pack = redact === 'values' || mustRedact(actor) ? withoutValues(loaded.pack) : loaded.pack;
  const shown = redact === 'hashes' ? withShortHashes(pack) : pack;
  // Shortened hashes are still text in the same places.
  const listed = shown as EvidencePack;
  const json = redact === 'hashes' ? `${canonicalText(shown)}\n` : writePack(pack);
  const write = {
    json: () => json,
    csv: () => evidenceCsv(listed),
    xml: () => xmlOf('evidencePack', shown),
    pdf: () =>
      evidencePdf({
        title: suggestion.title,
        planName: suggestion.planName,
        tenantName,
        pack: listed,
        verdict,
        attached: { name: evidenceFileName(suggestion.id, 'json'), text: json },
      }),
  };
  return {
    fileName: evidenceFileName(suggestion.id, format),
    contentType: contentTypes[format],
    body: await write[format](),
  };
}
