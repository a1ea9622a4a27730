/** Keywords of RFC 7644 for what is wrong with a request. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A request of the directory that is rejected: status and keyword of RFC 7644, and a message. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(message);
    this.name = 'ScimError';
    this.scimType = scimType;
    this.status = scimType === 'uniqueness' ? 409 : 400;
  }
}
