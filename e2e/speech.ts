import type { Page } from 'playwright-core';

/** A fake of speech recognition, in which the test plays person and microphone. */
export type Speech = Record<'begin' | 'end', () => Promise<void>> &
  Record<'speak' | 'fail', (words: string) => Promise<void>> & { calls: () => Promise<string[]> };

/**
 * Puts a stand-in of the SpeechRecognition interface into every page that this one opens from now on: a headless browser has
 * the interface but no microphone and no service behind it. It keeps the interface's own rules: nothing comes before `start`,
 * a second `start` throws, each result carries all that was said, `end` comes last, whatever happened before.
 */
export async function standInForSpeech(page: Page): Promise<Speech> {
  await page.addInitScript(() => {
    const calls: string[] = [];
    type Handler = ((event: object) => void) | null;
    class StandIn {
      onstart: Handler = null;
      onresult: Handler = null;
      onerror: Handler = null;
      onend: Handler = null;
      running = false;
      start() {
        if (this.running) throw new DOMException('recognition has already started', 'InvalidStateError');
        this.running = true;
        calls.push('start');
        Object.assign(globalThis, { speaking: this });
      }
      stop() {
        calls.push('stop');
      }
      abort() {
        calls.push('abort');
        this.fail('aborted');
      }
      begin() {
        this.onstart?.({});
      }
      speak(words: string) {
        if (this.running) this.onresult?.({ results: [[{ transcript: words, confidence: 0.9 }]] });
      }
      fail(error: string) {
        if (!this.running) return;
        this.onerror?.({ error });
        this.end();
      }
      end() {
        if (!this.running) return;
        this.running = false;
        this.onend?.({});
      }
    }
    Object.assign(globalThis, {
      SpeechRecognition: StandIn,
      webkitSpeechRecognition: StandIn,
      speechCalls: calls,
    });
  });
  const send = (act: string, words = '') =>
    page.evaluate(
      ([name, given]) => {
        type Acts = Record<string, (given: string) => void>;
        const { speaking } = globalThis as unknown as { speaking?: Acts };
        if (!speaking?.[name]) throw new Error('Recognition is not active.');
        speaking[name](given);
      },
      [act, words] as const,
    );
  return {
    begin: async () => {
      // the code that listens loads with the first press
      await page.waitForFunction(
        () => (globalThis as unknown as { speaking?: { running: boolean } }).speaking?.running,
      );
      await send('begin');
    },
    end: () => send('end'),
    speak: (words) => send('speak', words),
    fail: (error) => send('fail', error),
    calls: () => page.evaluate(() => (globalThis as unknown as { speechCalls: string[] }).speechCalls),
  };
}

/** Makes every page that this one opens from now on one of a browser that cannot listen. */
export async function takeSpeechAway(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
      Reflect.deleteProperty(globalThis, name);
  });
}
