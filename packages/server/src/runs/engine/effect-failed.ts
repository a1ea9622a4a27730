/** A step that could not be done: a code for machines, a sentence for people, and whether trying again may help. */
export class EffectFailed extends Error {
  readonly code: string;
  readonly retryable: boolean;
  /** True when the target may have done it all the same. */
  readonly outcomeUnknown: boolean;

  constructor(code: string, message: string, more: { retryable?: boolean; outcomeUnknown?: boolean } = {}) {
    super(message);
    this.name = 'EffectFailed';
    this.code = code;
    this.retryable = more.retryable ?? false;
    this.outcomeUnknown = more.outcomeUnknown ?? false;
  }
}
