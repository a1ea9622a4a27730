/** Results in spoken order, each with its likeliest wording first. */
export type RecognitionEvent = Event & {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
};
type Failed = Event & { readonly error: string };

/** The part of the browser's Web Speech API used here. */
export type Recognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
  onstart: (() => void) | null;
  onresult: ((event: RecognitionEvent) => void) | null;
  onnomatch: (() => void) | null;
  onerror: ((event: Failed) => void) | null;
  onend: (() => void) | null;
};

type Maker = new () => Recognition;
type Scope = {
  readonly isSecureContext?: boolean;
  readonly SpeechRecognition?: Maker;
  readonly webkitSpeechRecognition?: Maker;
};

/** The browser's recognition constructor; undefined without support or over plain HTTP. */
export function recognitionOf(scope: Scope = globalThis as Scope): Maker | undefined {
  if (!scope.isSecureContext) return undefined;
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}
