import { readdirSync } from "node:fs";
import path from "node:path";
import { preload } from "react-dom";
import { env } from "#lib/env.ts";
import { needsItalic } from "#components/reading/italic.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

// next/font asks for a face ahead on every page of a layout or on none, and tells no address.
const media = "static/media";
const find = () =>
  readdirSync(path.join(process.cwd(), env.buildDir, media)).find((name) => /_italic.*\.woff2$/.test(name));
let italic: string | null | undefined;

/** Thoughts are set in it. A face that comes late moves them, so it is asked for with the case. */
export function preloadItalic(shown: ShownCase): void {
  if (!needsItalic(shown)) return;
  try {
    italic ??= find() ?? null;
  } catch {
    // A server for development keeps its files elsewhere.
    italic = null;
  }
  if (!italic) return;
  preload(`/_next/${media}/${italic}`, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
