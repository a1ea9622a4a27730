/** What is heard: pieces in the order they were said, each with its likeliest wording first. */
type RecognitionEvent = Event & { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> };
type Failed = Event & { readonly error: string };

/** The part of the browser's speech recognition (Web Speech API) that is used here. */
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

/** How this browser is asked to listen; undefined where it cannot, or may not because the page came over plain HTTP. */
export function recognitionOf(scope: Scope = globalThis as Scope): Maker | undefined {
  if (!scope.isSecureContext) return undefined;
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

/** What went wrong and how to mend it; undefined when somebody only stopped. `error` is the browser's own code. */
export function faultWords(error: string): { title: string; text: string } | undefined {
  switch (error) {
    case 'aborted':
      return undefined;
    case 'not-allowed':
    case 'service-not-allowed':
      return {
        title: 'The microphone is not allowed',
        text: 'Allow it for this site in the browser’s settings, then press the button again.',
      };
    case 'audio-capture':
      return { title: 'No microphone was found', text: 'Connect one, then press the button again.' };
    case 'no-speech':
    case 'no-match':
      return {
        title: 'No words were understood',
        text: 'Press the button and speak again, closer to the microphone.',
      };
    case 'network':
      return {
        title: 'The browser’s speech service cannot be reached',
        text: 'Check the connection and try again, or type.',
      };
    case 'language-not-supported':
      return {
        title: 'The browser cannot listen in your language',
        text: 'It listens in the language that is first in its own settings. Choose another there, or type.',
      };
    default:
      return { title: 'The browser stopped listening', text: `Its reason: ${error}. Try again, or type.` };
  }
}

/** All that was said so far, as one line. */
export function wordsOf({ results }: Pick<RecognitionEvent, 'results'>): string {
  const pieces = Array.from(results, (alternatives) => alternatives[0]?.transcript ?? '');
  return pieces.join(' ').replace(/\s+/g, ' ').trim();
}
