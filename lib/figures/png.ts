import { renderAsync } from "@resvg/resvg-js";
import { ownFaces } from "#lib/figures/pdf/faces.ts";
import { isForeign } from "#lib/figures/text.ts";

const dotsPerInch = 300;
// SVG counts a millimetre as 96/25.4 pixels.
const zoom = dotsPerInch / 96;

/** The same bytes for the same SVG, wherever its letters are in the face we bring; off the event loop. */
export async function renderPng(svg: string, { signal }: { signal?: AbortSignal } = {}): Promise<Buffer> {
  const image = await renderAsync(
    svg,
    {
      background: "#ffffff",
      fitTo: { mode: "zoom", value: zoom },
      font: {
        fontFiles: Object.values(ownFaces),
        loadSystemFonts: isForeign(svg),
        defaultFontFamily: "Source Sans 3",
        sansSerifFamily: "Source Sans 3",
      },
    },
    signal,
  );
  return image.asPng();
}
