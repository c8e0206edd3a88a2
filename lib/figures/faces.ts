import path from "node:path";

// From the working directory: the built server's own files lie elsewhere.
const own = (face: string) =>
  path.join(process.cwd(), "node_modules", "source-sans", "TTF", `SourceSans3-${face}.ttf`);

/** The faces that figures for paper are set in. */
export const ownFaces = { regular: own("Regular"), semibold: own("Semibold"), italic: own("It") } as const;
export type OwnFace = keyof typeof ownFaces;
