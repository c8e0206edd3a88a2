import type { Box, Drawing, DrawingNode } from "#lib/figures/drawing.ts";
import { widthOf } from "#lib/figures/text.ts";

export type TextBox = Box & { readonly text: string };

/** Where the letters of every text lie, from the top of a capital to the line they stand on; turned ones left out. */
export function textBoxesOf({ nodes }: Drawing): TextBox[] {
  const boxOf = ({ attributes, text = "" }: DrawingNode): TextBox => {
    const size = Number(attributes["font-size"]);
    const width = widthOf(text, size, attributes["font-weight"] === 600 ? "semibold" : "regular");
    const anchor = attributes["text-anchor"];
    const before = anchor === "end" ? width : anchor === "middle" ? width / 2 : 0;
    return {
      x: Number(attributes.x) - before,
      y: Number(attributes.y) - 0.66 * size,
      width,
      height: 0.66 * size,
      text,
    };
  };
  return flatten(nodes)
    .filter(({ tag, attributes }) => tag === "text" && attributes.transform === undefined)
    .map(boxOf);
}

export const flatten = (nodes: readonly DrawingNode[]): DrawingNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export function listCollisions(drawing: Drawing): string[] {
  const boxes = textBoxesOf(drawing);
  return boxes.flatMap((box, i) =>
    boxes
      .slice(i + 1)
      .filter((other) => overlap(box, other))
      .map((other) => `${box.text} | ${other.text}`),
  );
}

/** Texts that stick out of the drawing; half a letter's rounding is none. */
export function listCut(drawing: Drawing): string[] {
  return textBoxesOf(drawing)
    .filter(
      (textBox) =>
        textBox.x < -1 ||
        textBox.y < -1 ||
        textBox.x + textBox.width > drawing.width + 1 ||
        textBox.y + textBox.height > drawing.height + 1,
    )
    .map(({ text }) => text);
}
