import { NotCanonical } from '@attain/domain/proofs/canonical';
import { hashOf } from '../../audit/canonical.ts';
import { ApiError } from '../../base/api-error.ts';

/** Stored data no longer has the hash it was recorded with; `what` begins the sentence and is singular. */
export function notAsRecorded(what: string): ApiError {
  return new ApiError(
    'NOT_AS_RECORDED',
    `${what} was changed outside Attain and doesn’t match the audit log. Don’t use it; ask your administrator to compare it with a backup.`,
  );
}

/** Throws NOT_AS_RECORDED unless the document has this hash. */
export function mustHaveHash(document: unknown, hash: string, what: string): void {
  try {
    if (hashOf(document) === hash) return;
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
  }
  throw notAsRecorded(what);
}
