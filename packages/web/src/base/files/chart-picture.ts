const pixelsPerPoint = 2;
const drawn = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-family'];
const svgSpace = 'http://www.w3.org/2000/svg';
const edge = 12;
const titleSize = 13;
const titleStep = 18;
const legendSize = 12;

/**
 * A chart as PNG at twice its size on screen, with the current theme's background, caption and legend.
 * Colors come from the style sheet, so they are written into a copy. @throws Error if the browser cannot
 * draw it
 */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { sheet, width, height } = withWords(svg);
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(sheet)], { type: 'image/svg+xml' }),
  );
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const { canvas, paper } = blankPaper(width, height);
    paper.fillStyle = paperUnder(svg);
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((keep, fail) =>
      canvas.toBlob((blob) => (blob === null ? fail(new Error('The picture is empty.')) : keep(blob))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The background of the chart: that of the nearest ancestor that has one. */
function paperUnder(element: Element): string {
  const { backgroundColor } = getComputedStyle(element);
  const [, , , opacity = '1'] = backgroundColor.match(/[\d.]+/g) ?? [];
  if (Number(opacity) > 0) return backgroundColor;
  return element.parentElement === null ? 'Canvas' : paperUnder(element.parentElement);
}

/** The chart below its caption and legend, with a margin. */
function withWords(svg: SVGSVGElement): { sheet: SVGSVGElement; width: number; height: number } {
  const figure = svg.closest('figure');
  const place = svg.getBoundingClientRect();
  const sheet = document.createElementNS(svgSpace, 'svg');
  const lines = wrapped(figure?.querySelector('figcaption')?.textContent ?? '', place.width);
  for (const [row, line] of lines.entries()) {
    write(sheet, line, { x: edge, y: edge + titleSize + row * titleStep, size: titleSize, ink: '--fg' });
  }
  let top = edge + lines.length * titleStep;
  const legend = figure?.querySelector(':scope > ul');
  if (legend) {
    drawLegend(sheet, legend, top + edge / 2);
    top += legend.getBoundingClientRect().height + edge / 2;
  }
  top += edge / 2;
  sheet.append(copyOf(svg, edge, top));
  const [width, height] = [place.width + 2 * edge, top + place.height + edge];
  sheet.setAttribute('width', String(width));
  sheet.setAttribute('height', String(height));
  return { sheet, width, height };
}

/** The legend as on screen, each name after its mark. */
function drawLegend(sheet: SVGSVGElement, legend: Element, top: number): void {
  const from = legend.getBoundingClientRect();
  for (const item of legend.children) {
    const mark = item.firstElementChild;
    if (mark === null) continue;
    const [at, row] = [mark.getBoundingClientRect(), item.getBoundingClientRect()];
    const [x, y] = [edge + at.left - from.left, top + at.top - from.top];
    if (mark instanceof SVGSVGElement) sheet.append(copyOf(mark, x, y));
    else {
      const box = document.createElementNS(svgSpace, 'rect');
      const { backgroundColor: fill } = getComputedStyle(mark);
      for (const [name, value] of Object.entries({ x, y, width: at.width, height: at.height, fill })) {
        box.setAttribute(name, String(value));
      }
      sheet.append(box);
    }
    const middle = top + row.top - from.top + row.height / 2;
    const place = { x: x + at.width + 6, y: middle + legendSize / 3 };
    write(sheet, item.textContent ?? '', { ...place, size: legendSize, ink: '--fg-2' });
  }
}

function write(sheet: SVGSVGElement, text: string, at: { x: number; y: number; size: number; ink: string }) {
  const words = document.createElementNS(svgSpace, 'text');
  const style = getComputedStyle(document.body);
  words.setAttribute('x', String(at.x));
  words.setAttribute('y', String(at.y));
  words.setAttribute('font-size', String(at.size));
  words.setAttribute('font-family', style.fontFamily);
  words.setAttribute('fill', style.getPropertyValue(at.ink).trim());
  words.textContent = text;
  sheet.append(words);
}

/** Wraps text to the width of the chart. */
function wrapped(text: string, width: number): string[] {
  const { paper } = blankPaper(1, 1);
  paper.font = `${titleSize}px ${getComputedStyle(document.body).fontFamily}`;
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && paper.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function blankPaper(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * pixelsPerPoint);
  canvas.height = Math.ceil(height * pixelsPerPoint);
  const paper = canvas.getContext('2d');
  if (paper === null) throw new Error('This browser does not let pages draw pictures.');
  return { canvas, paper };
}

function copyOf(svg: SVGSVGElement, x: number, y: number): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  writeStyles(svg, copy);
  copy.setAttribute('x', String(x));
  copy.setAttribute('y', String(y));
  return copy;
}

function writeStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of drawn) to.setAttribute(name, style.getPropertyValue(name));
  const [sources, targets] = [[...from.children], [...to.children]];
  for (const [index, source] of sources.entries()) {
    const target = targets[index];
    if (target) writeStyles(source, target);
  }
}
