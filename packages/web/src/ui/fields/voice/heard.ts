import { messages } from '../../messages.ts';
import type { RecognitionEvent } from './recognition.ts';

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
