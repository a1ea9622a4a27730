import { messages } from '../../messages.ts';

/** Results in spoken order, each with its likeliest wording first. */
type RecognitionEvent = Event & { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> };
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

/** The problem and its fix; undefined if the user stopped. `error` is the browser's code. */
export function faultWords(error: string): { title: string; text: string } | undefined {
  switch (error) {
    case 'aborted':
      return undefined;
    case 'not-allowed':
    case 'service-not-allowed':
      return {
        title: messages.voice.notAllowed,
        text: messages.voice.notAllowedFix,
      };
    case 'audio-capture':
      return { title: messages.voice.noMicrophone, text: messages.voice.noMicrophoneFix };
    case 'no-speech':
    case 'no-match':
      return {
        title: messages.voice.noSpeech,
        text: messages.voice.noSpeechFix,
      };
    case 'network':
      return {
        title: messages.voice.network,
        text: messages.voice.networkFix,
      };
    case 'language-not-supported':
      return {
        title: messages.voice.language,
        text: messages.voice.languageFix,
      };
    default:
      return { title: messages.voice.stopped, text: messages.voice.stoppedFix(error) };
  }
}

/** All recognized words as one line. */
export function wordsOf({ results }: Pick<RecognitionEvent, 'results'>): string {
  const pieces = Array.from(results, (alternatives) => alternatives[0]?.transcript ?? '');
  return pieces.join(' ').replace(/\s+/g, ' ').trim();
}
