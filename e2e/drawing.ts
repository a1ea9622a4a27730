import type { Page } from 'playwright-core';

/** Mouse actions on a workflow's canvas. */
export function drawing(page: Page) {
  const board = () => page.getByRole('application', { name: 'Workflow drawing' });
  const palette = () => page.getByRole('complementary', { name: 'Palette' });
  const node = (id: string) => board().locator(`[data-id="${id}"].react-flow__node`);
  const middleOf = async (id: string, port: string) => {
    const box = await node(id).locator(`[data-handleid="${port}"]`).boundingBox();
    if (!box) throw new Error(`${id} shows no port ${port}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    board,
    palette,
    node,
    async add(name: string) {
      const collapsed = page.getByRole('button', { name: 'Expand palette' });
      if ((await collapsed.count()) > 0) await collapsed.click();
      await palette().getByRole('button', { name, exact: true }).click();
    },
    /** A node's position, in px of the workflow. */
    place: (id: string) =>
      node(id).evaluate((element) => {
        const { e: x, f: y } = new DOMMatrix(getComputedStyle(element).transform);
        return { x, y };
      }),
    /** Ids of nodes that are not fully visible. */
    hidden: () =>
      board().evaluate((element) => {
        const shown = element.getBoundingClientRect();
        const nodes = [...element.querySelectorAll<HTMLElement>('.react-flow__node')];
        return nodes.flatMap((node) => {
          const { left, top, right, bottom } = node.getBoundingClientRect();
          const inside =
            left >= shown.left && top >= shown.top && right <= shown.right && bottom <= shown.bottom;
          return inside ? [] : [node.dataset.id];
        });
      }),
    /** The window position of the middle of a connection. */
    middleOfLine: (id: string) =>
      board()
        .locator(`.react-flow__edge[data-id="${id}"] path`)
        .first()
        .evaluate((path: SVGPathElement) => {
          const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
          const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM() ?? undefined);
          return { x: point.x, y: point.y };
        }),
    /** Moves a connection's end to another port. */
    async lead(id: string, to: string, input: string) {
      const held = await board()
        .locator(`.react-flow__edge[data-id="${id}"] .react-flow__edgeupdater-target`)
        .boundingBox();
      if (!held) throw new Error(`the connection ${id} has no end to pull at`);
      const end = await middleOf(to, input);
      await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y + 30, { steps: 4 });
      await page.mouse.move(end.x, end.y, { steps: 4 });
      await page.mouse.up();
    },
    /** Draws a connection and returns the look of the dashed line over its end. */
    async draw(from: string, output: string, to: string, input: string) {
      const [start, end] = [await middleOf(from, output), await middleOf(to, input)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2 + 30, { steps: 4 });
      await page.mouse.move(end.x, end.y, { steps: 4 });
      const line = page.getByTestId('preview-line');
      const seen = {
        state: await line.getAttribute('data-state'),
        stroke: await line.evaluate((path) => getComputedStyle(path).stroke),
        reason: await page.getByTestId('preview-reason').allTextContents(),
      };
      await page.mouse.up();
      return { ...seen, reason: seen.reason.join(' ') };
    },
  };
}
