import path from "node:path";
import { renderAsync } from "@resvg/resvg-js";
import { isForeign } from "#lib/figures/text.ts";

const dotsPerInch = 300;
// SVG counts a millimetre as 96/25.4 pixels.
const zoom = dotsPerInch / 96;

const faces = ["Regular", "Semibold", "It"].map((face) =>
  // From the working directory: the built server's own files lie elsewhere.
  path.join(process.cwd(), "node_modules", "source-sans", "TTF", `SourceSans3-${face}.ttf`),
);

/** The same bytes for the same SVG, wherever its letters are in the face we bring; off the event loop. */
export async function renderPng(svg: string, { signal }: { signal?: AbortSignal } = {}): Promise<Buffer> {
  const image = await renderAsync(
    svg,
    {
      background: "#ffffff",
      fitTo: { mode: "zoom", value: zoom },
      font: {
        fontFiles: faces,
        loadSystemFonts: isForeign(svg),
        defaultFontFamily: "Source Sans 3",
        sansSerifFamily: "Source Sans 3",
      },
    },
    signal,
  );
  return image.asPng();
}
