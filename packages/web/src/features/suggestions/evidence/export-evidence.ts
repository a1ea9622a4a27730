import { describeError } from '../../../api/http-error.ts';
import { saveFile } from '../../../api/save-file.ts';
import { messages } from './messages.ts';

/** The formats of the menu; the API has XML as well. */
export const exportFormats = ['JSON', 'CSV', 'PDF'] as const;

/** Saves the evidence as a file; the text of the alert if it failed, otherwise null. */
export async function exportEvidence(
  id: string,
  format: (typeof exportFormats)[number],
): Promise<string | null> {
  try {
    await saveFile(`/api/suggestions/${encodeURIComponent(id)}/evidence/export?format=${format}`);
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
