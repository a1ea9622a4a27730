import { describeError } from '../../../api/http-error.ts';
import { downloadBlob } from '../../../base/files/download.ts';
import { messages } from './messages.ts';

/** The formats of the menu; the API has XML as well. */
export const exportFormats = ['JSON', 'CSV', 'PDF'] as const;

/** Saves the evidence as a file; the text of the alert if it failed, otherwise null. */
export async function exportEvidence(
  id: string,
  format: (typeof exportFormats)[number],
): Promise<string | null> {
  try {
    const response = await fetch(
      `/api/suggestions/${encodeURIComponent(id)}/evidence/export?format=${format}`,
    );
    if (!response.ok) {
      const body = (await response.json().catch(() => null)) as { error?: string } | null;
      throw new Error(body?.error ?? '');
    }
    downloadBlob(`evidence-pack-${id}.${format.toLowerCase()}`, await response.blob());
    return null;
  } catch (error) {
    return exportFailure(error);
  }
}

/** The alert of a failed export; without a reason the error is unknown. */
export function exportFailure(error: unknown): string {
  const reason = error instanceof Error ? describeError(error) : '';
  return messages.exportFailed(reason === '' ? messages.unknown : reason);
}
