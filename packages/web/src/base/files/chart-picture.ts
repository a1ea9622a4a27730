const pixelsPerPoint = 2;
const drawn = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-family'];

/**
 * A drawn chart as a PNG in twice its size on the screen, on the paper of the present theme. Colours come from the style
 * sheet, so they are written into a copy first.
 * @throws Error when the browser cannot draw it
 */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  writeStyles(svg, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  );
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * pixelsPerPoint);
    canvas.height = Math.ceil(height * pixelsPerPoint);
    const paper = canvas.getContext('2d');
    if (paper === null) throw new Error('This browser does not let pages draw pictures.');
    paper.fillStyle = getComputedStyle(document.body).backgroundColor;
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((keep, fail) =>
      canvas.toBlob((blob) => (blob === null ? fail(new Error('The picture is empty.')) : keep(blob))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
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
