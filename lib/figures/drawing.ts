/** What both a screen and a page of paper can show: the few parts of SVG that the figures need. */
export type Tag = "g" | "a" | "title" | "rect" | "circle" | "path" | "line" | "text";
export type Attributes = Readonly<Record<string, string | number | undefined>>;
export type DrawingNode = {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children?: readonly DrawingNode[];
  readonly text?: string;
};
/** In the units of its look: pixels of the screen, points of the page. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawingNode[];
};
/** What a drawing is put together of: parts in parts, and nothing where there is none. */
export type Parts = DrawingNode | false | null | undefined | "" | readonly Parts[];
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Two decimals are finer than any printer, and keep the bytes few and the same everywhere. */
export function settle(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`a figure can't be drawn at ${value}`);
  return Math.round(value * 100) / 100 + 0;
}

function settleAll(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === "number" ? settle(value) : value,
    ]),
  );
}

const shape = (tag: Tag, attributes: Attributes): DrawingNode => ({ tag, attributes: settleAll(attributes) });

export const rect = ({ x, y, width, height }: Box, attributes: Attributes): DrawingNode =>
  shape("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), ...attributes });

export const circle = (cx: number, cy: number, r: number, attributes: Attributes): DrawingNode =>
  shape("circle", { cx, cy, r, ...attributes });

export const line = (x1: number, y1: number, x2: number, y2: number, attributes: Attributes): DrawingNode =>
  shape("line", { x1, y1, x2, y2, ...attributes });

export const path = (d: string, attributes: Attributes): DrawingNode => shape("path", { d, ...attributes });

export const title = (text: string): DrawingNode => ({ tag: "title", attributes: {}, text });

export const listNodes = (parts: Parts): DrawingNode[] => {
  if (!parts) return [];
  return "tag" in parts ? [parts] : parts.flatMap(listNodes);
};

export const drawingOf = (width: number, height: number, parts: Parts): Drawing => ({
  width,
  height,
  nodes: listNodes(parts),
});

export const group = (parts: Parts): DrawingNode => ({
  tag: "g",
  attributes: {},
  children: listNodes(parts),
});

export const label = (x: number, y: number, text: string, attributes: Attributes): DrawingNode => ({
  ...shape("text", { x, y, ...attributes }),
  text,
});

/** The outline of a shape through points, closed. */
export const outline = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${settle(x)} ${settle(y)}`).join("L")}Z`;

/** A disc as a piece of a path: thousands of them are one node. */
export function discPath(cx: number, cy: number, r: number): string {
  const [x, y, radius] = [settle(cx - r), settle(cy), settle(r)];
  const across = settle(2 * r);
  return `M${x} ${y}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0 ${-across} 0`;
}
