import PDFDocument from 'pdfkit';
import { type Style, Typeface } from './typeface.ts';

/** The colours of a page. */
export const ink = {
  text: '#17181c',
  soft: '#5d606a',
  faint: '#8a8d96',
  line: '#dcdee3',
  shade: '#f4f5f7',
  accent: '#3d4fd1',
};
/** The kinds of type on a page. */
export const type = {
  title: { size: 19, bold: true, color: ink.text },
  heading: { size: 12.5, bold: true, color: ink.text },
  label: { size: 7.5, color: ink.soft },
  body: { size: 9.5, color: ink.text },
  strong: { size: 9.5, bold: true, color: ink.text },
  cell: { size: 8.5, color: ink.text },
  cellHead: { size: 7.5, bold: true, color: ink.soft },
  cellSum: { size: 8.5, bold: true, color: ink.text },
  foot: { size: 7.5, color: ink.soft },
} as const satisfies Record<string, Style>;

/** Distance of a baseline to the next, for a size. */
export const leading = (size: number) => Math.round(size * 14.5) / 10;

const margin = { x: 48, top: 48, bottom: 62 };

/**
 * A4 pages that are filled from the top, and the tree of tags that screen readers follow (PDF/UA). `y` is where the next
 * thing goes. Drawing outside `tagged` is for the eye only.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly type: Typeface;
  readonly left = margin.x;
  readonly right: number;
  y = margin.top;
  readonly #bottom: number;
  #parent: PDFKit.PDFStructureElement;

  constructor(about: { title: string; author: string; subject: string; createdAt: Date }) {
    const options = {
      size: 'A4',
      margin: 0,
      tagged: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      lang: 'en',
      displayTitle: true,
      bufferPages: true,
      info: {
        Title: about.title,
        Author: about.author,
        Subject: about.subject,
        Creator: 'Attain',
        Producer: 'Attain',
        CreationDate: about.createdAt,
        ModDate: about.createdAt,
      },
    };
    // the declarations of the library do not know PDF/UA yet
    this.doc = new PDFDocument(options as PDFKit.PDFDocumentOptions);
    this.type = new Typeface(this.doc);
    this.right = this.doc.page.width - margin.x;
    this.#bottom = this.doc.page.height - margin.bottom;
    this.#parent = this.doc.struct('Document');
    this.doc.addStructure(this.#parent);
  }

  get width(): number {
    return this.right - this.left;
  }

  /** Goes to a new page unless there is room for so many points. True when it did. */
  makeRoom(height: number): boolean {
    if (this.y + height <= this.#bottom) return false;
    this.doc.addPage();
    this.y = margin.top;
    return true;
  }

  /** Opens an element; what is added until it is closed goes into it. `options` as of the tag. */
  open(tag: string, options: { title?: string } = {}): { close(): void } {
    const outer = this.#parent;
    const element = this.doc.struct(tag, options);
    outer.add(element);
    this.#parent = element;
    return {
      close: () => {
        element.end();
        this.#parent = outer;
      },
    };
  }

  /** Puts an element around what `inside` adds. */
  within(tag: string, inside: () => void): void {
    const element = this.open(tag);
    inside();
    element.close();
  }

  /** Draws something that is read as one piece: a heading, a paragraph, a cell. It must not reach over a page's end. */
  tagged(tag: string, draw: () => void, options: { title?: string; scope?: 'Column' | 'Row' } = {}): void {
    const element = this.doc.struct(tag, options);
    this.#parent.add(element);
    element.add(draw);
    element.end();
  }

  /** Draws what a screen reader passes over: lines, shades, repeated heads and feet. */
  unread(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type: kind });
    draw();
    this.doc.endMarkedContent();
  }

  /** A line of text from `x` to the right, or ending at `x`; does not move on. */
  line(text: string, at: { x: number; y: number; toLeft?: boolean }, style: Style): void {
    const x = at.toLeft ? at.x - this.type.width(text, style) : at.x;
    this.type.draw(text, { x, y: at.y }, style);
  }

  /** A paragraph over the whole width or `width`, moving on; each line keeps with its page. */
  paragraph(tag: string, text: string, style: Style, width = this.width): void {
    const lines = this.type.wrap(text, style, width);
    const step = leading(style.size);
    this.makeRoom(Math.min(lines.length, 4) * step);
    this.within(tag, () => {
      for (const line of lines) {
        this.makeRoom(step);
        this.tagged('Span', () => this.line(line, { x: this.left, y: this.y + style.size }, style));
        this.y += step;
      }
    });
  }

  rule(color: string = ink.line): void {
    this.unread(() =>
      this.doc
        .moveTo(this.left, this.y)
        .lineTo(this.right, this.y)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke(),
    );
  }

  /** Writes the foot of every page, then gives the file's bytes. */
  async finish(foot: (page: number, of: number) => { left: string; right: string }): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.doc.switchToPage(at);
      const { left, right } = foot(at + 1, count);
      const y = this.doc.page.height - 34;
      this.unread(() => {
        this.doc
          .moveTo(this.left, y - 14)
          .lineTo(this.right, y - 14)
          .lineWidth(0.6)
          .strokeColor(ink.line)
          .stroke();
        this.line(left, { x: this.left, y }, type.foot);
        this.line(right, { x: this.right, y, toLeft: true }, type.foot);
      }, 'Pagination');
    }
    this.#parent.end();
    const chunks: Buffer[] = [];
    this.doc.end();
    for await (const chunk of this.doc) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}
