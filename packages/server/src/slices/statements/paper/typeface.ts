import { createRequire } from 'node:module';
import { readFont } from './read-font.ts';

const { resolve } = createRequire(import.meta.url);
// in the order in which they are asked for a character; Geist is the face of Attain, Noto Sans knows what it lacks
const subsets = [
  'geist/files/geist-latin',
  'geist/files/geist-latin-ext',
  'geist/files/geist-cyrillic',
  'geist/files/geist-cyrillic-ext',
  'geist/files/geist-vietnamese',
  'noto-sans/files/noto-sans-greek',
  'noto-sans/files/noto-sans-greek-ext',
  'noto-sans/files/noto-sans-devanagari',
];

/** How a text is set. */
export interface Style {
  readonly bold?: boolean;
  /** In points. */
  readonly size: number;
  readonly color?: string;
}

/** A stretch of text in one font file; `font` null: no font has it, so each character becomes a box. */
interface Run {
  readonly font: string | null;
  readonly text: string;
}

/** Chooses the font of each character, measures and draws texts that mix scripts. One per document. */
export class Typeface {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fontOf = new Map<string, string | null>();
  readonly #widths = new Map<string, number>();
  /** True once a character was found that no font can draw. */
  lacking = false;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    for (const weight of [400, 600]) {
      for (const subset of subsets) {
        const name = `${subset}-${weight}`;
        doc.registerFont(name, readFont(resolve(`@fontsource/${name}-normal.woff`)));
      }
    }
  }

  /** Width of a text in points. */
  width(text: string, style: Style): number {
    const key = `${style.bold ? 'b' : 'r'}${style.size} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#runs(text, style).reduce((sum, run) => sum + this.#runWidth(run, style), 0);
      this.#widths.set(key, width);
    }
    return width;
  }

  /** The text cut into lines no wider than `width`, between words where it can be. */
  wrap(text: string, style: Style, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.normalize('NFC').split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.width(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (this.width(line, style) > width && [...line].length > 1) {
        const fitting = this.#longestStart(line, style, width);
        lines.push(fitting);
        line = line.slice(fitting.length);
      }
    }
    return [...lines, line];
  }

  /** Draws one line with its baseline at `y`; what no font can draw becomes a box that still says its text to a reader. */
  draw(text: string, at: { x: number; y: number }, style: Style): void {
    let { x } = at;
    const runs = this.#runs(text, style);
    for (const [index, run] of runs.entries()) {
      this.#doc.fillColor(style.color ?? '#17181c');
      if (run.font === null) this.#boxes(run.text, { x, y: at.y }, style);
      else {
        this.#doc
          .font(run.font)
          .fontSize(style.size)
          .text(run.text, x, at.y, { lineBreak: false, baseline: 'alphabetic', ...featuresFor(run.text) });
      }
      if (index < runs.length - 1) x += this.#runWidth(run, style);
    }
  }

  #boxes(text: string, at: { x: number; y: number }, style: Style): void {
    const side = style.size * 0.62;
    this.#doc.markContent('Span', { actual: text });
    // readers give out the actual text where there are letters; a path alone they pass over
    this.#doc
      .font(`${subsets[0]}-400`)
      .fontSize(style.size)
      .text(' ', at.x, at.y, { lineBreak: false, baseline: 'alphabetic' });
    for (const [index] of [...text].entries()) {
      const left = at.x + index * style.size * 0.8 + style.size * 0.08;
      this.#doc.rect(left, at.y - side, side, side);
    }
    this.#doc
      .lineWidth(0.6)
      .strokeColor(style.color ?? '#17181c')
      .stroke();
    this.#doc.endMarkedContent();
  }

  #runWidth(run: Run, style: Style): number {
    if (run.font === null) return [...run.text].length * style.size * 0.8;
    return this.#doc.font(run.font).fontSize(style.size).widthOfString(run.text, featuresFor(run.text));
  }

  #runs(text: string, style: Style): Run[] {
    const runs: { font: string | null; text: string }[] = [];
    for (const sign of text.normalize('NFC')) {
      const last = runs.at(-1);
      const font = this.#fontFor(sign, style, last?.font ?? null);
      if (last && last.font === font) last.text += sign;
      else runs.push({ font, text: sign });
    }
    return runs;
  }

  #fontFor(sign: string, style: Style, before: string | null): string | null {
    const weight = style.bold ? 600 : 400;
    // A space keeps the font, otherwise every word of another script would be its own run.
    if (sign === ' ' && before !== null) return before;
    const key = `${weight}${sign}`;
    let font = this.#fontOf.get(key);
    if (font === undefined) {
      font =
        subsets.map((subset) => `${subset}-${weight}`).find((name) => this.#hasGlyph(name, sign)) ?? null;
      this.#fontOf.set(key, font);
    }
    if (font === null) this.lacking = true;
    return font;
  }

  #hasGlyph(name: string, sign: string): boolean {
    this.#doc.font(name);
    // The type declarations lack the open font, which alone knows its characters.
    const open = this.#doc as unknown as {
      _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
    };
    return open._font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  }

  #longestStart(word: string, style: Style, width: number): string {
    let fitting = '';
    for (const sign of word) {
      if (fitting !== '' && this.width(fitting + sign, style) > width) break;
      fitting += sign;
    }
    return fitting;
  }
}

/** Tabular figures, so that columns align. Used only for text with digits: widths of other text are cached. */
function featuresFor(text: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return /\d/.test(text) ? { features: ['kern', 'tnum'] } : {};
}
